/** `kill -9` of the site and of a worker beside it, at any moment of a flood. */
import { expect, test } from "vitest";
import { describePostgres, temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess, startWorkerProcess } from "../fakes/process.ts";
import { newScene, often, type Scene } from "./scene.ts";

const CLIENTS = 16;

/** In turn: the site, the worker, both. The other one goes on. */
async function killInFlood({ env, flood }: Scene, rounds: number) {
  const start = () => startProcess({ ...env, WORKER: "off" });
  let site = await start();
  let worker = await startWorkerProcess(env);
  for (let round = 0; round < rounds; round++) {
    const stop = flood.start(site.port, CLIENTS, { pause: 5 });
    await flood.reach(1 + Math.floor(Math.random() * 60));
    const [killSite, killWorker] = [round % 3 !== 1, round % 3 !== 0];
    await Promise.all([killSite && site.kill("SIGKILL"), killWorker && worker.kill("SIGKILL")]);
    await stop();
    if (killSite) site = await start();
    if (killWorker) worker = await startWorkerProcess(env);
  }
  expect(flood.acknowledged.size).toBeGreaterThan(rounds);
  return [site, worker] as const;
}

test("kill -9 in a flood loses nothing and duplicates nothing", async (context) => {
  const scene = await newScene();
  const rounds = often(100, 5);
  const running = await killInFlood(scene, rounds);
  await scene.expectKept(
    context,
    { fault: "`kill -9` of site, worker and both, SQLite", times: `${rounds} rounds` },
    ...running,
  );
}, 1_800_000);

describePostgres("on PostgreSQL", () => {
  test("kill -9 in a flood loses nothing and duplicates nothing", async (context) => {
    const scene = await newScene({ DATABASE_URL: await temporaryDatabase() });
    const rounds = often(20, 2);
    const running = await killInFlood(scene, rounds);
    await scene.expectKept(
      context,
      { fault: "`kill -9` of site, worker and both, PostgreSQL", times: `${rounds} rounds` },
      ...running,
    );
  }, 1_800_000);
});

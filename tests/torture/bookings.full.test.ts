/** Calls are booked, moved and cancelled at random while `kill -9` ends sites and worker; and 200 visitors want one time. */
import { expect, test } from "vitest";
import { callForm, openTimesAt } from "../fakes/callers.ts";
import { describePostgres, temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess, startWorkerProcess } from "../fakes/process.ts";
import { send } from "../fakes/server.ts";
import { CLIENTS, newScene, often, type Scene } from "./scene.ts";

/** Two sites and a worker on one store; each round kills one of them. */
async function killWhileBooking({ env, callers }: Scene, rounds: number) {
  const start = () => startProcess({ ...env, WORKER: "off" });
  const sites = [await start(), await start()];
  let worker = await startWorkerProcess(env);
  const stop = callers.start(() => sites.map(({ port }) => port), CLIENTS);
  for (let round = 0; round < rounds; round++) {
    await callers.reach(5 + Math.floor(Math.random() * 20));
    if (round % 3 === 2) {
      await worker.kill("SIGKILL");
      worker = await startWorkerProcess(env);
    } else {
      await sites[round % 2]?.kill("SIGKILL");
      sites[round % 2] = await start();
    }
  }
  await stop();
  return [...sites, worker];
}

const FAULT = "`kill -9` of two sites and a worker while calls are booked";

/** Each visitor asks one of four processes. */
async function wantOneTime({ env, callers }: Scene) {
  const sites = await Promise.all(Array.from({ length: 4 }, () => startProcess(env)));
  const port = sites[0]?.port ?? 0;
  const [startsAt = ""] = await openTimesAt(port);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      send(sites[n % 4]?.port ?? 0, callForm({ email: `rival${n}@sample.co` }, startsAt)),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([303, ...Array.from({ length: 199 }, () => 409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toContain('"nearest":["2');
  const winner = answers.findIndex(({ status }) => status === 303);
  callers.acknowledged = 1;
  callers.taken = 199;
  callers.told.set(`rival${winner}@sample.co`, { startsAt, state: "booked", sequence: 0 });
  return sites;
}

const RIVALS = { fault: "200 visitors request one time from four processes", times: "once" };

test("calls survive kill -9", async (context) => {
  const scene = await newScene();
  const rounds = often(60, 4);
  const running = await killWhileBooking(scene, rounds);
  await scene.expectKept(context, { fault: `${FAULT}, SQLite`, times: `${rounds} rounds` }, ...running);
}, 1_800_000);

test("of 200 visitors who want one time at four processes, one gets it", async (context) => {
  const scene = await newScene();
  const running = await wantOneTime(scene);
  await scene.expectKept(context, { ...RIVALS, fault: `${RIVALS.fault}, SQLite` }, ...running);
}, 300_000);

describePostgres("on PostgreSQL", () => {
  test("calls survive kill -9", async (context) => {
    const scene = await newScene({ DATABASE_URL: await temporaryDatabase() });
    const rounds = often(60, 4);
    const running = await killWhileBooking(scene, rounds);
    await scene.expectKept(context, { fault: `${FAULT}, PostgreSQL`, times: `${rounds} rounds` }, ...running);
  }, 1_800_000);

  test("of 200 visitors who want one time at four processes, one gets it", async (context) => {
    const scene = await newScene({ DATABASE_URL: await temporaryDatabase() });
    const running = await wantOneTime(scene);
    await scene.expectKept(context, { ...RIVALS, fault: `${RIVALS.fault}, PostgreSQL` }, ...running);
  }, 300_000);
});

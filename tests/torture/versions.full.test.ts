/** Two versions of the program on one store, as in an unannounced update: both accept leads and calls, and send. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { programAfter } from "../fakes/later-version.ts";
import { describePostgres, temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess } from "../fakes/process.ts";
import { send } from "../fakes/server.ts";
import { newScene, often, STEADY, type Scene } from "./scene.ts";

/** The new one starts, migrates and runs beside the old one, which accepts no lead after its restart. */
async function bothAtOnce({ env, flood, callers }: Scene) {
  const old = await startProcess(env);
  const ports = [old.port];
  const stopCallers = callers.start(() => ports, 2);
  const stopOld = flood.start(old.port, 4, STEADY);
  await flood.reach(20);
  const site = await startProcess(env, { main: join(programAfter(), "server/main.ts") });
  expect(site.stderr()).not.toMatch(/error/i);
  ports.push(site.port);
  const stopNew = flood.start(site.port, 4, STEADY);
  await flood.reach(often(1_000, 60));
  await callers.reach(20);
  ports.shift();
  await stopOld();
  expect(await old.kill("SIGTERM")).toBe(0);
  const again = await startProcess(env);
  expect((await send(again.port, { path: "/readyz" })).status).toBe(503);
  expect(await again.kill("SIGTERM")).toBe(0);
  expect(again.stderr()).toMatch(/which this version does not know\. Run a newer version, or go back/);
  await flood.reach(20);
  await Promise.all([stopNew(), stopCallers()]);
  return site;
}

const also =
  "the new version migrates while both accept leads and calls, and send; the old one, restarted, serves pages and accepts no lead";

test("two versions on one SQLite file", async (context) => {
  const scene = await newScene();
  const site = await bothAtOnce(scene);
  await scene.expectKept(
    context,
    { fault: "Two versions on one store, SQLite", times: "1 update", also },
    site,
  );
}, 300_000);

describePostgres("on PostgreSQL", () => {
  test("two versions on one database", async (context) => {
    const scene = await newScene({ DATABASE_URL: await temporaryDatabase() });
    const site = await bothAtOnce(scene);
    await scene.expectKept(
      context,
      { fault: "Two versions on one store, PostgreSQL", times: "1 update", also },
      site,
    );
  }, 300_000);
});

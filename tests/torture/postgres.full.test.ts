/** A PostgreSQL server that stops, crashes and comes back, and connections to it that go silent. */
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import { startLine } from "../fakes/line.ts";
import {
  createDatabase,
  describePostgresServer,
  privateServer,
  temporaryDatabase,
} from "../fakes/postgres.ts";
import { CLIENTS, DURABLE, expectReady, idleCpu, newScene, often, STEADY } from "./scene.ts";

describePostgresServer("PostgreSQL", () => {
  test("that is stopped, crashes and starts again loses nothing", async (context) => {
    const database = await privateServer(DURABLE);
    const scene = await newScene({ DATABASE_URL: await createDatabase(database.url) });
    const { flood } = scene;
    const site = await scene.siteAlone();
    const worker = await scene.worker();
    const rounds = often(10, 2);
    let without = 0;
    for (let round = 0; round < rounds; round++) {
      const stop = flood.start(site.port, CLIENTS, STEADY);
      await flood.reach(30);
      await database.stop(round % 2 === 0 ? "immediate" : "fast");
      await expectReady(site, 503);
      if (round === 0) {
        await stop();
        without = await idleCpu([site, worker]);
      }
      await database.start();
      await expectReady(site, 200);
      await stop();
    }
    const also = `${without.toFixed(1)} % CPU while it is down`;
    const fault = "PostgreSQL stopped or crashed, and started";
    await scene.expectKept(context, { fault, times: `${rounds} times`, also }, site, worker);
  }, 300_000);

  test("whose connections go silent is given up in time, and found again", async (context) => {
    const direct = new URL(await temporaryDatabase());
    const line = await startLine(() => Number(direct.port));
    const url = new URL(direct);
    url.port = String(line.port);
    const scene = await newScene({ DATABASE_URL: direct.href });
    const { flood } = scene;
    const site = await scene.site({ DATABASE_URL: url.href });
    const rounds = often(3, 1);
    let longest = 0;
    for (let round = 0; round < rounds; round++) {
      const stop = flood.start(site.port, CLIENTS, STEADY);
      await flood.reach(30);
      line.silence();
      const begin = performance.now();
      await expectReady(site, 503);
      longest = Math.max(longest, performance.now() - begin);
      await sleep(500);
      line.up();
      await expectReady(site, 200);
      await stop();
    }
    const also = `noticed within ${(longest / 1000).toFixed(1)} s`;
    const fault = "Connections to PostgreSQL go silent";
    await scene.expectKept(context, { fault, times: `${rounds} times`, also }, site);
  }, 300_000);
});

/** A PostgreSQL server that stops, crashes and comes back, and connections to it that go silent. */
import { test } from "vitest";
import { createDatabase, describePostgresServer, privateServer } from "../fakes/postgres.ts";
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
});

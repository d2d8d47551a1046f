/** Two versions of the program on one store, as in an unannounced update: both accept leads and calls, and send. */
import { join } from "node:path";
import { expect } from "vitest";
import { programAfter } from "../fakes/later-version.ts";
import { startProcess } from "../fakes/process.ts";
import { often, statusOf, STEADY, testBothStores } from "./scene.ts";

testBothStores(
  "a new version starts, migrates and runs beside the old one, which still accepts leads after a restart",
  async (scene, context, store) => {
    const { env, flood, callers } = scene;
    const old = await scene.site();
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
    const again = await scene.site();
    expect(await statusOf(again.port)).toBe(200);
    ports.push(again.port);
    const stopAgain = flood.start(again.port, 4, STEADY);
    await flood.reach(often(1_000, 60));
    await callers.reach(20);
    await Promise.all([stopNew(), stopAgain(), stopCallers()]);
    const also =
      "the new version migrates while both accept leads and calls, and send; so does the old one after a restart on the new schema";
    const fault = `Two versions on one store, ${store}`;
    await scene.expectKept(context, { fault, times: "1 update", also }, site, again);
  },
  300_000,
);

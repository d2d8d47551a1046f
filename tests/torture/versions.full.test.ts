/** Two versions of the program on one store, as in an unannounced update: both accept leads and calls, and send. */
import { join } from "node:path";
import { expect } from "vitest";
import { programAfter } from "../fakes/later-version.ts";
import { startProcess } from "../fakes/process.ts";
import { often, statusOf, STEADY, testBothStores } from "./scene.ts";

testBothStores(
  "a new version starts, migrates and runs beside the old one, which accepts no lead after its restart",
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
    expect(await statusOf(again.port)).toBe(503);
    expect(await again.kill("SIGTERM")).toBe(0);
    const back = store === "SQLite" ? "npm run leads -- restore" : "docs/backups\\.md";
    expect(again.stderr()).toMatch(
      new RegExp(`which this version does not know\\. Run a newer version, or go back .*${back}`),
    );
    await flood.reach(20);
    await Promise.all([stopNew(), stopCallers()]);
    const also =
      "the new version migrates while both accept leads and calls, and send; the old one, restarted, serves pages and accepts no lead";
    const fault = `Two versions on one store, ${store}`;
    await scene.expectKept(context, { fault, times: "1 update", also }, site);
  },
  300_000,
);

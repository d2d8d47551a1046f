/** Two processes share a store, and one is killed at a random moment of a flood of leads. */
import { expect } from "vitest";
import { KILLS, testBothStores } from "./scene.ts";

testBothStores("kill -9 in a flood loses nothing and duplicates nothing", async (scene) => {
  const { flood } = scene;
  const other = await scene.site();
  let site = await scene.site();
  for (let kill = 0; kill < KILLS; kill++) {
    const stop = flood.start(site.port, 6);
    await flood.reach(1 + Math.floor(Math.random() * 20));
    await site.kill("SIGKILL");
    await stop();
    site = await scene.site();
  }
  expect(flood.acknowledged.size).toBeGreaterThanOrEqual(KILLS);
  await scene.expectKept(site, other);
});

/** Two processes share a store. One process is killed at random moments while leads arrive. */
import { expect } from "vitest";
import { KILLS, testBothStores } from "./scene.ts";

testBothStores(
  "kill -9 while leads arrive loses no lead and duplicates no lead",
  async (scene) => {
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
  },
);

/** `kill -9` of the site and of a worker beside it, at any moment of a flood. */
import { expect } from "vitest";
import { often, testBothStores } from "./scene.ts";

testBothStores(
  "kill -9 in a flood loses nothing and duplicates nothing",
  async (scene, context, store) => {
    const { flood } = scene;
    const rounds = store === "SQLite" ? often(100, 5) : often(20, 2);
    let site = await scene.siteAlone();
    let worker = await scene.worker();
    for (let round = 0; round < rounds; round++) {
      const stop = flood.start(site.port, 16, { pause: 5 });
      await flood.reach(1 + Math.floor(Math.random() * 60));
      // In turn: the site, the worker, both. The other one goes on.
      const [killSite, killWorker] = [round % 3 !== 1, round % 3 !== 0];
      await Promise.all([killSite && site.kill("SIGKILL"), killWorker && worker.kill("SIGKILL")]);
      await stop();
      if (killSite) site = await scene.siteAlone();
      if (killWorker) worker = await scene.worker();
    }
    expect(flood.acknowledged.size).toBeGreaterThan(rounds);
    const fault = `\`kill -9\` of site, worker and both, ${store}`;
    await scene.expectKept(context, { fault, times: `${rounds} rounds` }, site, worker);
  },
  1_800_000,
);

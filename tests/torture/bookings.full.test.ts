/** Calls are booked, moved and cancelled at random while `kill -9` ends sites and worker. */
import { CLIENTS, often, testBothStores } from "./scene.ts";

testBothStores(
  "calls survive kill -9 of two sites and a worker, one of which each round kills",
  async (scene, context, store) => {
    const { callers } = scene;
    const rounds = often(60, 4);
    const sites = [await scene.siteAlone(), await scene.siteAlone()];
    let worker = await scene.worker();
    const stop = callers.start(() => sites.map(({ port }) => port), CLIENTS);
    for (let round = 0; round < rounds; round++) {
      await callers.reach(5 + Math.floor(Math.random() * 20));
      if (round % 3 === 2) {
        await worker.kill("SIGKILL");
        worker = await scene.worker();
      } else {
        await sites[round % 2]?.kill("SIGKILL");
        sites[round % 2] = await scene.siteAlone();
      }
    }
    await stop();
    const fault = `\`kill -9\` of two sites and a worker while calls are booked, ${store}`;
    await scene.expectKept(context, { fault, times: `${rounds} rounds` }, ...sites, worker);
  },
  1_800_000,
);

/** Faults inside the site: its clock jumps, its threads die. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { send } from "../fakes/server.ts";
import { startOrderedSite } from "./ordered-site.ts";
import { CLIENTS, newScene, often, STEADY } from "./scene.ts";

const HOUR_MS = 3_600_000;

test("a clock that jumps an hour back and forth", async (context) => {
  const scene = await newScene();
  const { env, flood } = scene;
  const site = await startOrderedSite(env);
  const rounds = often(10, 2);
  for (let round = 0; round < rounds; round++) {
    const stop = flood.start(site.port, CLIENTS, STEADY);
    for (const ahead of [-HOUR_MS, 0, HOUR_MS, 0]) {
      await flood.reach(20);
      site.setClock(ahead);
    }
    await stop();
  }
  // The last ones that came while it was ahead are due when that time comes.
  site.setClock(HOUR_MS);
  const also =
    "deliveries planned while it was ahead and not sent by then are sent when they are due, an hour later";
  const fault = "Clock an hour back and forth (injected: `Date.now`)";
  await scene.expectKept(context, { fault, times: `${4 * rounds} jumps`, also }, site);
}, 300_000);

test("threads of the store that die", async (context) => {
  const scene = await newScene();
  const { env, flood } = scene;
  const site = await startOrderedSite(env);
  const rounds = often(50, 3);
  let longest = 0;
  for (let round = 0; round < rounds; round++) {
    const stop = flood.start(site.port, CLIENTS, STEADY);
    await flood.reach(20);
    site.endThreads();
    const begin = performance.now();
    await sleep(20);
    expect((await send(site.port, { path: "/" })).status).toBe(200);
    await vi.waitFor(async () => expect((await send(site.port, { path: "/readyz" })).status).toBe(200), {
      timeout: 20_000,
      interval: 50,
    });
    longest = Math.max(longest, performance.now() - begin);
    await stop();
  }
  const also = `leads are accepted again within ${(longest / 1000).toFixed(1)} s`;
  await scene.expectKept(
    context,
    { fault: "Threads of the store end", times: `${rounds} times`, also },
    site,
  );
}, 300_000);

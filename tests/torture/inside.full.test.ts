/** Faults inside the site: its clock jumps, its threads die. */
import { writeFileSync } from "node:fs";
import { HOUR_MS } from "../../contract/durations.ts";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { CLIENTS, expectReady, newScene, often, statusOf, STEADY, type Scene } from "./scene.ts";

/** A site that takes orders from inside: `clock` with the milliseconds by which it is ahead, and `end` of its threads. */
async function startOrderedSite(scene: Scene) {
  const file = join(scene.env.DATA_DIR, "..", "order");
  const inside = pathToFileURL(join(import.meta.dirname, "inside.ts"));
  inside.searchParams.set("file", file);
  const site = await scene.site({ NODE_OPTIONS: `--import=${inside.href}` });
  const order = (text: string) => {
    writeFileSync(file, text);
    site.signal("SIGUSR2");
  };
  return { site, order };
}

test("a clock that jumps an hour back and forth", async (context) => {
  const scene = await newScene();
  const { flood } = scene;
  const { site, order } = await startOrderedSite(scene);
  const rounds = often(10, 2);
  for (let round = 0; round < rounds; round++) {
    const stop = flood.start(site.port, CLIENTS, STEADY);
    for (const ahead of [-HOUR_MS, 0, HOUR_MS, 0]) {
      await flood.reach(20);
      order(`clock ${ahead}`);
    }
    await stop();
  }
  // The last ones that came while it was ahead are due when that time comes.
  order(`clock ${HOUR_MS}`);
  const also =
    "deliveries planned while it was ahead and not sent by then are sent when they are due, an hour later";
  const fault = "Clock an hour back and forth (injected: `Date.now`)";
  await scene.expectKept(context, { fault, times: `${4 * rounds} jumps`, also }, site);
}, 300_000);

test("threads of the store that die", async (context) => {
  const scene = await newScene();
  const { flood } = scene;
  const { site, order } = await startOrderedSite(scene);
  const rounds = often(50, 3);
  let longest = 0;
  for (let round = 0; round < rounds; round++) {
    const stop = flood.start(site.port, CLIENTS, STEADY);
    await flood.reach(20);
    order("end");
    const begin = performance.now();
    await sleep(20);
    expect(await statusOf(site.port, "/")).toBe(200);
    await expectReady(site, 200);
    longest = Math.max(longest, performance.now() - begin);
    await stop();
  }
  const also = `leads are accepted again within ${(longest / 1000).toFixed(1)} s`;
  const fault = "Threads of the store end";
  await scene.expectKept(context, { fault, times: `${rounds} times`, also }, site);
}, 300_000);

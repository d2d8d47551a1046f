/** Calls are booked, moved and cancelled at random while `kill -9` ends sites. */
import { test } from "vitest";
import { KILLS, newScene } from "./scene.ts";

// SQLite suffices, because only its processes contend for one file.
test("no call is lost when kill -9 ends two sites in turn", async () => {
  const scene = await newScene();
  const { callers } = scene;
  const sites = [await scene.site(), await scene.site()];
  const stop = callers.start(() => sites.map(({ port }) => port), 3);
  for (let kill = 0; kill < 2 * KILLS; kill++) {
    await callers.reach(5 + Math.floor(Math.random() * 20));
    await sites[kill % 2]?.kill("SIGKILL");
    sites[kill % 2] = await scene.site();
  }
  await stop();
  await scene.expectKept(...sites);
}, 300_000);

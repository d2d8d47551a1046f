/** Calls are booked, moved and cancelled at random while `kill -9` ends sites and worker; and 200 visitors want one time. */
import { expect } from "vitest";
import { callForm, openTimesAt } from "../fakes/callers.ts";
import { sendRequest } from "../fakes/server.ts";
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

testBothStores(
  "of 200 visitors who want one time at four processes, one gets it",
  async (scene, context, store) => {
    const { callers } = scene;
    const sites = await Promise.all(Array.from({ length: 4 }, () => scene.site()));
    const [startsAt = ""] = await openTimesAt(sites[0]?.port ?? 0);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        sendRequest(sites[n % 4]?.port ?? 0, callForm({ email: `rival${n}@sample.co` }, startsAt)),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([303, ...Array.from({ length: 199 }, () => 409)]);
    expect(answers.find(({ status }) => status === 409)?.body).toContain('"nearest":["2');
    const winner = answers.findIndex(({ status }) => status === 303);
    callers.acknowledged = 1;
    callers.taken = 199;
    callers.told.set(`rival${winner}@sample.co`, { startsAt, state: "booked", sequence: 0 });
    const fault = `200 visitors request one time from four processes, ${store}`;
    await scene.expectKept(context, { fault, times: "once" }, ...sites);
  },
  300_000,
);

/** Calls are booked, moved and cancelled at random while `kill -9` ends sites; and 20 visitors want one time. */
import { expect } from "vitest";
import { sendRequest, type TestResponse } from "../support/server.ts";
import { callForm, openTimesAt } from "../wire/schedule-request.ts";
import { KILLS, testBothStores } from "./scene.ts";

testBothStores("calls survive kill -9 of two sites by turns", async (scene) => {
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
});

testBothStores("one of 20 visitors who want the same time at two processes gets it", async (scene) => {
  const sites = [await scene.site(), await scene.site()];
  const [startsAt = ""] = await openTimesAt(sites[0]?.port ?? 0);
  const answerTo = async (n: number): Promise<TestResponse> => {
    const form = callForm({ email: `rival${n}@sample.co` }, startsAt);
    const answer = await sendRequest(sites[n % 2]?.port ?? 0, form);
    // A busy machine tells some visitors to come again, and they do.
    return answer.status === 503 ? answerTo(n) : answer;
  };
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => answerTo(n)));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([303, ...Array.from({ length: 19 }, () => 409)]);
  const winner = answers.findIndex(({ status }) => status === 303);
  scene.callers.told.set(`rival${winner}@sample.co`, { startsAt, state: "booked", sequence: 0 });
  await scene.expectKept(...sites);
});

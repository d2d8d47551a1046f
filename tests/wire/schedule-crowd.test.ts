/** Many visitors, and hostile ones, at the scheduling page: what they cost the store and each other. */
import { expect, test } from "vitest";
import { book, RATE_LIMIT, site, stateOf, timesOf } from "./schedule-request.ts";

test("strangers who use up the renderings keep no holder of a link from its page", async () => {
  const server = await site({ trustProxy: 1, rateLimit: RATE_LIMIT });
  const from = (address: number, path: string) =>
    server.send({ path, headers: { "x-forwarded-for": `${address}.0.0.1` } });
  const link = String((await book(server)).headers["location"]);
  for (let n = 1; n <= 100; n++) expect((await from(n, `/schedule?day=${n}`)).status).toBe(200);
  expect((await from(199, "/schedule?day=199")).status).toBe(503);
  expect((await from(99, "/schedule/call?token=x")).status).toBe(503);
  const call = await from(99, link);
  const { schedule } = stateOf(call);
  expect(schedule).toMatchObject({ view: "call", phase: "ahead" });
  const times = schedule.view === "call" ? schedule.offer : "";
  // The lead's link leads to its call.
  expect((await from(99, times)).status).toBe(303);
});

test("the form of a time is rendered once for each zone, and shows no number of the address", async () => {
  let count = 0;
  const server = await site({ render: async () => `<p>${count++}</p>` });
  const [, , , ...times] = await timesOf(server);
  const before = count;
  for (const zone of ["", "&zone=Europe/London", "&zone=Nowhere"])
    for (const at of times.slice(0, 20))
      expect((await server.send({ path: `/schedule?at=${at}${zone}` })).status).toBe(200);
  expect(count - before, "an unknown zone is the agency's").toBe(40);
  const rendered = count;
  for (const at of times.slice(0, 20)) await server.send({ path: `/schedule?at=${at}&utm_source=x&phone=1` });
  expect(count).toBe(rendered);
});

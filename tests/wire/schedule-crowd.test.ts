/** Many visitors, and hostile ones, at the scheduling page: what they cost the store and each other. */
import { expect, test, vi } from "vitest";
import { intercept } from "../fakes/store.ts";
import { book, RATE_LIMIT, site, stateOf, timesOf, TUESDAY_TEN } from "./schedule-request.ts";
import * as bookingsStatements from "../../server/calls/bookings.ts";

test("for a time that is taken or was never open nothing is tried in the store, also when 40 visitors want one at once", async () => {
  const server = await site();
  let tried = 0;
  intercept(
    bookingsStatements.bookCall,
    vi.spyOn(bookingsStatements, "bookCall"),
    (goOn) => (tried++, goOn()),
  );
  const rivals = (startsAt: string) =>
    Promise.all(Array.from({ length: 40 }, (_, n) => book(server, { email: `r${n}@a.example`, startsAt })));
  const answers = await rivals(TUESDAY_TEN);
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(39);
  await rivals("2027-03-02T03:00:00Z");
  expect(tried).toBe(1);
  const winner = answers.findIndex(({ status }) => status === 303);
  const again = await book(server, { email: `r${winner}@a.example` });
  expect(again.headers["location"], "the call of this very form").toBe(answers[winner]?.headers["location"]);
});

test("the bookings of one sender take turns with those of another, however many they are", async () => {
  let asked = 0;
  const refresh = async () => void asked++;
  const server = await site({ trustProxy: 1, calendars: { refresh } });
  const times = await timesOf(server);
  const order: string[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  intercept(bookingsStatements.bookCall, vi.spyOn(bookingsStatements, "bookCall"), async (goOn, { lead }) => {
    order.push(typeof lead === "string" ? lead : (lead.rows[0]?.email ?? ""));
    await opened;
    return goOn();
  });
  const from = (address: string, n: number) =>
    book(
      server,
      { email: `${address}${n}@a.example`, startsAt: times[2 * n] ?? "" },
      { "x-forwarded-for": `203.0.${address}.1` },
    );
  const all = [from("7", 1)];
  await vi.waitUntil(() => order.length === 1);
  all.push(...[2, 3].map((n) => from("7", n)));
  // The first one looked twice: before its turn, and in it.
  await vi.waitUntil(() => asked === 4);
  all.push(from("8", 5));
  await vi.waitUntil(() => asked === 5);
  open();
  const answers = await Promise.all(all);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect(order.indexOf("85@a.example"), order.join(" ")).toBe(2);
});

test("strangers who use up the renderings keep no holder of a link from the page of a call or the times of a lead", async () => {
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

test("the form of a time is rendered once for each zone, also when other times are taken meanwhile", async () => {
  let count = 0;
  const server = await site({ render: async () => `<p>${count++}</p>` });
  const [, , , ...times] = await timesOf(server);
  const before = count;
  for (const zone of ["", "&zone=Europe/London", "&zone=Nowhere"])
    for (const at of times.slice(0, 20))
      expect((await server.send({ path: `/schedule?at=${at}${zone}` })).status).toBe(200);
  expect(count - before, "an unknown zone is the agency's").toBe(40);
  await book(server, { startsAt: times[30] ?? "" });
  const rendered = count;
  for (const at of times.slice(0, 20)) await server.send({ path: `/schedule?at=${at}&utm_source=x` });
  expect(count).toBe(rendered);
});

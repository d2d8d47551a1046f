import type { RequestListener } from "node:http";
import { expect } from "vitest";
import { DAY_MS } from "../../contract/durations.ts";
import { SOURCE_HEADER } from "../../contract/http/rest-api.ts";
import { nameOfZone } from "../../contract/locale/visitor-zone.ts";
import { closeTime } from "../../server/calls/stored-calls.ts";
import { readAll } from "../store/contract/rows.ts";
import { AGENCY, workingHours } from "../support/build.ts";
import { calendar, event } from "../support/calendar-text.ts";
import { serve } from "../support/receiver.ts";
import { formRequest, tokenFor, UNKNOWN } from "./inbox-request.ts";
import {
  book,
  bookings,
  callForm,
  callLink,
  MONDAY_SEVEN,
  RATE_LIMIT,
  shown,
  site,
  stateOf,
  timesOf,
  TUESDAY_TEN,
  siteTest as test,
  visitorOf,
} from "./schedule-request.ts";

const UNKNOWN_LEAD = tokenFor("schedule", UNKNOWN, {
  expiresAt: MONDAY_SEVEN + DAY_MS,
});
const json: Record<string, string> = { accept: "application/json" };

test("the page and its data have the same open times, from the first open day", async (server) => {
  const { tell, expectSaid } = visitorOf(server);
  for (const query of [
    "",
    "?day=2027-02-01",
    "?day=2027-03-16",
    "/times",
    "/times?from=2027-03-06&days=2",
    "/times?from=monday",
    "/times?days=0",
    "/times?days=1000",
  ])
    await tell({ path: `/schedule${query}` });
  await expectSaid("times");
  const board = await shown(server);
  if (board.view !== "times") throw new Error("There is no board.");
  const times = await timesOf(server, "");
  expect(board.days.flatMap((day) => day.times)).toEqual(times);
  // The day opens at nine, although its first time is later.
  expect(board.days[0]?.opens).toBe("2027-03-01T14:00:00Z");
  const away = await site({
    busy: [
      { startsAt: "2027-03-01T00:00:00Z", endsAt: "2027-03-22T00:00:00Z" },
    ],
  });
  expect((await timesOf(away, ""))[0], "the first open day").toBe(
    "2027-03-22T13:00:00Z",
  );
});

test("a call of today that is over still counts toward the day's calls", async () => {
  const hours = { ...workingHours, callsPerDay: 1, noticeHours: 0 };
  const server = await site({ manifest: { workingHours: hours } });
  await book(server, { startsAt: "2027-03-01T15:00:00Z" });
  server.clock.now = Date.parse("2027-03-01T16:00:00Z");
  expect((await timesOf(server))[0]).toBe("2027-03-02T14:00:00Z");
});

test("an event that came after the last read prevents a call", async () => {
  const calendarOf = (...starts: string[]): RequestListener => {
    const events = starts.map((at) =>
      event(`UID:${at}`, `DTSTART:${at}`, "DURATION:PT20M"),
    );
    return (_, response) => response.end(calendar(...events));
  };
  let answer = calendarOf();
  const url = `http://127.0.0.1:${await serve((request, response) => answer(request, response))}/secret.ics`;
  const outbox = { calendarUrls: [url], webhookAllowHosts: ["127.0.0.1"] };
  const server = await site({ outbox });
  const { calendars } = server.services;
  await calendars.refresh();
  expect(await timesOf(server)).toContain(TUESDAY_TEN);
  const own = { email: "own@a.example", startsAt: "2027-03-04T15:00:00Z" };
  const link = await callLink(server, own);
  answer = calendarOf("20270302T150000Z", "20270304T150000Z");
  // Now the copy is a minute old, so a booking reads the calendar again.
  server.clock.now += 60_000;
  expect((await book(server)).status).toBe(409);
  expect(await timesOf(server)).not.toContain(TUESDAY_TEN);
  expect(await shown(server, `/schedule?at=${TUESDAY_TEN}`)).toMatchObject({
    wanted: TUESDAY_TEN,
    day: "2027-03-02",
  });
  // A repeated request gets its call, even
  // if the calendar now has the call, too.
  expect(await callLink(server, own)).toBe(link);
  expect(await bookings(server)).toHaveLength(1);
});

test.each([
  ["full", ["tuesday"]],
  ["full-or-closed", ["tuesday", "wednesday"]],
  ["never-open", []],
] as const)("if no time is open, each page says why: %s", async (why, days) => {
  const weekly = [{ days, from: "10:00", to: "10:20" }];
  const hours = { ...workingHours, weekly, horizonDays: 7 };
  const server = await site({ manifest: { workingHours: hours } });
  const wednesday = {
    startsAt: "2027-03-03T00:00:00.000Z",
    endsAt: "2027-03-04T00:00:00.000Z",
  };
  await closeTime(server.store, { id: UNKNOWN, ...wednesday });
  const { tell, expectSaid } = visitorOf(server);
  await book(server);
  await tell({ path: "/schedule" });
  await tell(callForm({ email: "next@sample.co" }));
  await expectSaid(why);
});

test.each([
  ["-05:00[America/Chicago]", "-05:00[America/Chicago]"],
  ["-06:00[America/Chicago]", "America/Chicago"],
  ["Mars/Olympus", "America/New_York"],
])(
  "a time tapped in %s is that time in %s on each page",
  async (zone, kept) => {
    const server = await site();
    const at = "2027-03-02T15:00:00.000Z";
    const query = new URLSearchParams({ at, zone, phone: "5" });
    const form = await shown(server, `/schedule?${query}`);
    const link = await callLink(server, { zone });
    expect([form, await shown(server, link)]).toMatchObject([
      { view: "form", zone: kept, phone: "" },
      { view: "call", zone: kept },
    ]);
    expect(await shown(server, `${link}&move`)).toMatchObject({
      view: "times",
      zone: nameOfZone(kept),
    });
  },
);

test("a script gets JSON, with the call or with a reason and near times", async (server) => {
  const { tell, tellCalls, expectSaid } = visitorOf(server);
  await tell(callForm({ email: "one@sample.co" }, json));
  await tell(callForm({ email: "two@sample.co" }, { [SOURCE_HEADER]: "" }));
  await tell(callForm({ token: UNKNOWN_LEAD }, json));
  await tellCalls();
  await expectSaid("json");
});

test("for a time outside working hours, or that no calendar has, no call is booked, but the lead is stored", async (server) => {
  const { tell, tellCalls, expectSaid } = visitorOf(server);
  const times = [
    "2027-03-02T04:00:00Z",
    "tomorrow",
    "2027-02-30T15:00:00Z",
    "9998-01-01T00:00:00Z",
  ];
  for (const [number, startsAt] of times.entries())
    await tell(callForm({ email: `${number}@sample.co`, startsAt }));
  await tellCalls();
  expect(await readAll(server.store)).toHaveLength(times.length);
  await expectSaid("never");
});

test("an incomplete form or invalid number is refused at its field, and keeps what was typed", async (server) => {
  const { tell, tellCalls, expectSaid } = visitorOf(server);
  for (const [input, typed] of [
    ["email", "nobody"],
    ["callNumber", "see https://spam.example"],
    ["callNumber", ""],
  ] as const)
    await tell(callForm({ [input]: typed, [`asked-${input}`]: typed }));
  const doubtful = { callNumber: "12345", startsAt: "2027-03-03T15:00:00Z" };
  await tell(callForm(doubtful));
  // Another number was asked about.
  await tell(callForm({ ...doubtful, "asked-callNumber": "54321" }));
  await tellCalls();
  await tell(callForm({ ...doubtful, "asked-callNumber": "12345" }));
  // Both at once.
  await tell(callForm({ name: " ", callNumber: "ext. 5" }));
  await tell(callForm({ name: " ", startsAt: "tomorrow" }));
  await expectSaid("form");
});

test("with another scheduling page, the site has no addresses for calls", async () => {
  const server = await site({ manifest: { site: AGENCY } });
  for (const path of [
    "/schedule",
    "/schedule/times",
    "/schedule/call",
    "/schedule/feed.ics",
  ])
    expect(await server.send({ path })).toMatchObject({ status: 404 });
  expect(await book(server)).toMatchObject({ status: 404 });
});

test("while the store is closed, the board shows the times to come that were read last", async () => {
  const server = await site({ at: MONDAY_SEVEN + 365 * DAY_MS });
  const { clock } = server;
  const { tell, expectSaid } = visitorOf(server);
  await shown(server);
  clock.now = MONDAY_SEVEN;
  await tell({ path: "/schedule" });
  await server.store.close();
  // Open times are cached for two seconds.
  clock.now += 3_000;
  await tell({ path: "/schedule" });
  await tell({ path: `/schedule?token=${UNKNOWN_LEAD}` });
  clock.now += DAY_MS;
  await tell({ path: "/schedule" });
  await tell({ path: "/schedule/times" });
  await expectSaid("closed");
  const unread = await site();
  await unread.store.close();
  expect((await unread.send({ path: "/schedule" })).status).toBe(503);
});

test("one network can book three calls a day, and a fourth lead is stored with its wish", async () => {
  const manifest = { workingHours: { ...workingHours, callsPerDay: 100 } };
  const server = await site({ trustProxy: 1, rateLimit: RATE_LIMIT, manifest });
  const times = await timesOf(server, "from=2027-03-02&days=14");
  let calls = 0;
  const from = async (address: string, startsAt = times[2 * calls] ?? "") =>
    book(
      server,
      { email: `c${++calls}@a.example`, startsAt },
      { "x-forwarded-for": address, ...json },
    );
  // A request for a time that was never open does not count.
  for (let n = 0; n < 4; n++)
    expect((await from("203.0.113.1", "2027-03-02T03:00:00Z")).status).toBe(
      422,
    );
  for (let n = 1; n <= 3; n++)
    expect((await from(`203.0.113.${n}`)).status).toBe(200);
  const refused = await from("203.0.113.1");
  expect(refused.status).toBe(409);
  expect(JSON.parse(refused.body)).toMatchObject({
    schedule: { view: "kept", why: "limit", nearest: [] },
  });
  expect(await bookings(server)).toHaveLength(3);
  expect((await from("198.51.100.1")).status).toBe(200);
});

test("of twelve pages of its own at once, an address gets ten, and twice the page that everybody gets", async () => {
  const server = await site({ rateLimit: RATE_LIMIT });
  const times = (await timesOf(server)).slice(0, 12);
  const states = await Promise.all(
    times.map((at) => shown(server, `/schedule?at=${at}`)),
  );
  const views = states.map(({ view }) => view);
  expect(views.filter((view) => view === "form")).toHaveLength(10);
  expect(views.filter((view) => view === "times")).toHaveLength(2);
  const path = `/schedule?at=${times[views.indexOf("form")]}`;
  expect(await shown(server, path), "rendered before").toMatchObject({
    view: "form",
  });
  const unbooked = await book(server, { startsAt: "tomorrow" });
  const kept = String(unbooked.headers["location"]);
  const token = kept.split(/[=&]/)[1] ?? "";
  const ofLink = { token, startsAt: "tomorrow" };
  const call = await callLink(server, { email: "b@sample.co" });
  expect(
    [
      await shown(server, kept),
      stateOf(await server.send(formRequest("/schedule", ofLink))).schedule,
      await shown(server, call),
    ],
    "a link's holder",
  ).toMatchObject([{ view: "kept" }, { view: "kept" }, { view: "call" }]);
});

/** The scheduling page: open times and booking, without a script and by programs. */
import { expect, test } from "vitest";
import { HONEYPOT_FIELD } from "../../contract/rest-api.ts";
import { AGENCY, workingHours } from "../support/build.ts";
import type { startServer } from "../support/server.ts";
import { formRequest } from "./inbox-request.ts";
import {
  book,
  bookings,
  FIELDS,
  openOn,
  RATE_LIMIT,
  site,
  stateOf,
  timesOf,
  TUESDAY_TEN,
} from "./schedule-request.ts";
import { readAll } from "../store/contract/rows.ts";

test("open times are in order, without those that a calendar blocks, as on the page", async () => {
  const server = await site();
  const answer = await server.send({ path: "/schedule/times?from=2027-03-01&days=14" });
  expect(answer).toMatchObject({
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  });
  const { zone, times } = JSON.parse(answer.body);
  expect(zone).toBe("America/New_York");
  // Not within four hours.
  expect(times.slice(0, 2)).toEqual(["2027-03-01T16:00:00Z", "2027-03-01T16:30:00Z"]);
  expect(times).toEqual(times.toSorted());
  const page = stateOf(await server.send({ path: "/schedule" }));
  const { schedule } = page;
  if (schedule.view !== "times") throw new Error("There is no board.");
  expect(schedule).toMatchObject({
    day: "2027-03-01",
    later: "2027-03-15",
    soonest: times.slice(0, 3),
    zone,
  });
  expect(schedule.days.flatMap((day) => day.times)).toEqual(times);
  // It opens at nine, before the first time that is not too near.
  expect(schedule.days[0]).toMatchObject({ day: "2027-03-01", opens: "2027-03-01T14:00:00Z" });
  expect(stateOf(await server.send({ path: "/schedule?day=2027-02-01" })), "no day before").toEqual(page);
  expect(await timesOf(server, "from=2027-03-06&days=2")).toEqual([]);
  const busy = [{ startsAt: "2027-03-02T14:45:00.000Z", endsAt: "2027-03-02T15:10:00.000Z" }];
  const blocked = await site({ busy });
  expect(await timesOf(blocked)).not.toContain(TUESDAY_TEN);
  expect(await book(blocked), "it counts as taken").toMatchObject({ status: 409 });
});

/** Counts the renderings, with the one at the start. */
async function counting(changes: Parameters<typeof startServer>[0] = {}) {
  let count = 0;
  const server = await site({ ...changes, render: async () => `<p>${count++}</p>` });
  return { server, renderings: () => count };
}

test("the page is rendered at the start, and once for each other zone", async () => {
  const { server, renderings } = await counting();
  for (const [zone, rendered] of [
    ["", 1],
    ["&zone=Europe/London", 2],
  ] as const) {
    const paths = Array.from({ length: 30 }, (_, n) => `/schedule?utm_source=${n}${zone}`);
    const answers = await Promise.all(paths.map((path) => server.send({ path })));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(renderings()).toBe(rendered);
  }
});

test("one network books three calls a day, and a refused one is stored with its wish", async () => {
  const manifest = { workingHours: { ...workingHours, callsPerDay: 100 } };
  const server = await site({ trustProxy: 1, rateLimit: RATE_LIMIT, manifest });
  const times = await timesOf(server, "from=2027-03-02&days=14");
  let calls = 0;
  const from = async (address: string, startsAt = times[2 * calls]) => {
    const fields = { ...FIELDS, email: `c${++calls}@a.example`, startsAt: startsAt ?? "", zone: "UTC" };
    const headers = { "x-forwarded-for": address, accept: "application/json" };
    return server.send(formRequest("/schedule", fields, headers));
  };
  // A time that was never open costs no call.
  for (let n = 0; n < 4; n++) expect((await from("203.0.113.1", "2027-03-02T03:00:00Z")).status).toBe(422);
  calls = 0;
  for (let n = 1; n <= 3; n++) expect((await from(`203.0.113.${n}`)).status).toBe(200);
  const refused = await from("203.0.113.1");
  expect(refused.status).toBe(409);
  expect(JSON.parse(refused.body)).toMatchObject({ schedule: { view: "kept", why: "limit" } });
  expect(await bookings(server)).toHaveLength(3);
  expect((await from("198.51.100.1")).status).toBe(200);
});

test("a call is booked with the whole form, leads to its page, and its time is shown as taken", async () => {
  const server = await site();
  const answer = await book(server, { callNumber: "+44 20 7946 0958" });
  expect(answer).toMatchObject({ status: 303, headers: { "cache-control": "no-store" } });
  const [call] = await bookings(server);
  expect(call).toMatchObject({
    startsAt: "2027-03-02T15:00:00.000Z",
    endsAt: "2027-03-02T15:20:00.000Z",
    blockedUntil: "2027-03-02T15:30:00.000Z",
    zone: "Europe/London",
    phone: "+442079460958",
    phoneTyped: "+44 20 7946 0958",
  });
  expect(await timesOf(server)).not.toContain(TUESDAY_TEN);
  expect(await openOn(server, "2027-03-02")).toBe(15);
  const page = await server.send({ path: String(answer.headers["location"]) });
  expect(stateOf(page).schedule).toMatchObject({
    view: "call",
    phase: "ahead",
    just: "booked",
    email: "dana@ortizhvac.example",
    zone: "Europe/London",
  });
  expect(page.headers).toMatchObject({ "referrer-policy": "strict-origin", "cache-control": "no-store" });
});

test("a script gets JSON and a form its page: the call, or the reason and times nearby", async () => {
  const server = await site();
  const ask = async (email: string) => {
    const { status, body } = await book(server, { email }, { accept: "application/json" });
    return { status, body: JSON.parse(body) };
  };
  const booked = {
    status: 200,
    body: { location: expect.stringMatching(/^\/schedule\/call\?token=.+&booked$/) },
  };
  expect(await ask("one@sample.co")).toEqual(booked);
  expect(await ask("two@sample.co")).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(/\.$/),
      schedule: { view: "kept", nearest: expect.arrayContaining(["2027-03-02T15:30:00Z"]) },
    },
  });
  const { body: taken } = await ask("four@sample.co");
  const { nearest } = taken.schedule;
  expect(nearest).toHaveLength(3);
  const refused = stateOf(await book(server, { email: "three@sample.co" }));
  expect(refused.schedule).toMatchObject({
    view: "kept",
    nearest: expect.arrayContaining(["2027-03-02T15:30:00Z"]),
    why: "taken",
    wishedAt: "2027-03-02T15:00:00.000Z",
  });
  expect(await bookings(server)).toHaveLength(1);
});

test("a call that looks like spam keeps nobody else with its address from booking", async () => {
  const server = await site();
  const spam = { [HONEYPOT_FIELD]: "x" };
  const link = (await book(server, spam)).headers["location"];
  expect((await book(server, spam)).headers["location"]).toBe(link);
  // No invitation is sent, so none is promised.
  const page = await server.send({ path: String(link) });
  expect(stateOf(page).schedule).toMatchObject({ view: "call", email: "" });
  const again = await book(server, { ...spam, startsAt: "2027-03-03T15:00:00Z" });
  expect(again.headers["location"]).toMatch(/&wanted=2027-03-03T15:00:00Z$/);
  const own = { problems: "Missed calls", startsAt: "2027-03-03T15:00:00Z" };
  expect((await book(server, own)).status).toBe(303);
  const third = { ...own, problems: "Slow quotes", startsAt: "2027-03-04T15:00:00Z" };
  expect((await book(server, third)).status).toBe(409);
  expect(await bookings(server)).toHaveLength(2);
});

test.each([
  ["outside working hours", { startsAt: "2027-03-02T04:00:00Z" }, "never"],
  ["no time", { startsAt: "tomorrow" }, "unreadable"],
  ["on a day that no calendar has", { startsAt: "2027-02-30T15:00:00Z" }, "unreadable"],
  ["of no zone", { startsAt: TUESDAY_TEN.replace("Z", "") }, "unreadable"],
  ["missing", { startsAt: "" }, "unreadable"],
  ["in an unknown zone", { zone: "Mars/Olympus" }, "unreadable"],
  ["of no store", { startsAt: "0000-01-01T00:00:00Z" }, "unreadable"],
  ["beyond any calendar", { startsAt: "9998-01-01T00:00:00Z" }, "unreadable"],
] as const)("for a time that is %s no call is booked, and the lead is stored", async (_, changes, why) => {
  const server = await site();
  const answer = await book(server, changes);
  expect(answer.status).toBe(422);
  expect(stateOf(answer).schedule).toMatchObject({ view: "kept", why });
  expect(await bookings(server)).toEqual([]);
  expect(await readAll(server.store)).toHaveLength(1);
});

test("an incomplete form or an invalid number is refused at its field, and all typed is kept", async () => {
  const server = await site();
  const answer = await book(server, { email: "nobody" });
  expect(answer.status).toBe(400);
  expect(stateOf(answer)).toMatchObject({
    form: { problems: [{ input: "email" }] },
    schedule: { view: "form", startsAt: TUESDAY_TEN },
  });
  const refused = await book(server, { callNumber: "see https://spam.example" });
  expect(refused.status).toBe(422);
  expect(stateOf(refused)).toMatchObject({
    form: { problems: [{ input: "callNumber", message: expect.stringMatching(/\.$/) }] },
    schedule: { startsAt: TUESDAY_TEN, phone: "see https://spam.example" },
  });
  for (const callNumber of ["", "ext. 5", "-----"])
    expect(await book(server, { callNumber })).toMatchObject({ status: 422 });
  expect(await bookings(server)).toEqual([]);
  // As a phone's contacts copy it.
  const copied = "\u202a(+1)\u00a0201\u2011555\u20090199\u202c";
  expect(await book(server, { callNumber: copied })).toMatchObject({ status: 303 });
  expect(await bookings(server)).toMatchObject([
    { phone: "+12015550199", phoneTyped: "(+1) 201\u2011555 0199" },
  ]);
});

test("with another scheduling page none of this exists", async () => {
  const server = await site({ manifest: { site: AGENCY } });
  for (const path of ["/schedule", "/schedule/times", "/schedule/call", "/schedule/feed.ics"])
    expect(await server.send({ path })).toMatchObject({ status: 404 });
  expect(await book(server)).toMatchObject({ status: 404 });
});

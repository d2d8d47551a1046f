import { expect, test } from "vitest";
import { content } from "../content.ts";
import { INBOX } from "../../contract/http/routes.ts";
import {
  browser,
  deedOf,
  UNKNOWN,
  operator,
  signIn,
  viewOf,
} from "./inbox-request.ts";
import { book, MONDAY_SEVEN, site, timesOf } from "./schedule-request.ts";

async function start() {
  const clock = { now: MONDAY_SEVEN };
  const server = await site({ now: () => clock.now });
  await book(server);
  const { open, view, post } = browser(server, await signIn(server));
  const calls = async () => {
    const page = await view(INBOX.calls);
    if (page.view !== "calls") throw new Error(`The page shows ${page.view}.`);
    return page;
  };
  const [{ id, leadId } = { id: "", leadId: "" }] = (await calls()).calls;
  return {
    server,
    clock,
    calls,
    open,
    post,
    path: `${INBOX.leadCalls(leadId)}/${id}`,
    lead: INBOX.lead(leadId),
  };
}

test("the inbox moves and cancels a call in the agency's time zone, and explains refusals", async () => {
  const { calls, post, path, lead } = await start();
  expect((await calls()).feed).toMatch(
    /^https:\/\/agency\.example\/schedule\/feed\.ics\?token=[\w-]{43}$/,
  );
  const toCall = { status: 303, headers: { location: `${lead}#call` } };
  expect(await post(path, { startsAt: "2027-03-06T20:00" })).toMatchObject(
    toCall,
  );
  const moved = { startsAt: "2027-03-07T01:00:00.000Z", sequence: 1 };
  expect((await calls()).calls).toMatchObject([
    { ...moved, name: "Dana Ortiz", suspected: false },
  ]);
  await post(INBOX.closeTime, {
    from: "2027-03-04T09:00",
    to: "2027-03-04T10:00",
  });
  const refused = await post(path, { startsAt: "2027-03-04T09:30" });
  expect(refused).toMatchObject(toCall);
  expect(deedOf(refused)).toBe("taken");
  await post(path, { action: "cancel" });
  expect((await calls()).calls).toMatchObject([
    { state: "cancelled", sequence: 2 },
  ]);
  for (const fields of [
    {},
    { startsAt: "tomorrow" },
    { startsAt: "2027-02-31T09:00" },
  ])
    expect((await post(path, fields)).status).toBe(400);
  expect(deedOf(await post(path, { startsAt: "" }))).toBe("no-time");
  expect(deedOf(await post(path, { startsAt: "2020-01-01T09:00" }))).toBe(
    "past",
  );
  expect(
    (await post(`${lead}/calls/${UNKNOWN}`, { action: "cancel" })).status,
  ).toBe(404);
});

test("the inbox closes times and days, and opens them again", async () => {
  const { server, clock, calls, post } = await start();
  expect(await timesOf(server)).toContain("2027-03-03T15:00:00Z");
  await post(INBOX.closeTime, {
    from: "2027-03-03T00:00",
    to: "2027-03-04T00:00",
  });
  const [closed] = (await calls()).closed;
  expect(closed).toMatchObject({
    startsAt: "2027-03-03T05:00:00.000Z",
    endsAt: "2027-03-04T05:00:00.000Z",
  });
  // Open times are cached for two seconds.
  clock.now += 3_000;
  expect(await timesOf(server)).not.toContain("2027-03-03T15:00:00Z");
  const day = await post(INBOX.closeTime, { day: "2027-03-14" });
  expect(deedOf(day)).toBe("closed");
  const [, sunday] = (await calls()).closed;
  // The clocks change on this day, so it has 23 hours.
  expect(sunday).toMatchObject({
    startsAt: "2027-03-14T05:00:00.000Z",
    endsAt: "2027-03-15T04:00:00.000Z",
  });
  await post(INBOX.openTime(sunday?.id ?? ""));
  expect(deedOf(await post(INBOX.closeTime, { day: "0027-03-14" }))).toBe(
    "past",
  );
  for (const from of ["2027-03-03T10:00", "0027-03-03T08:00"]) {
    const typed = { from, to: "2027-03-03T09:00" };
    const refused = await post(INBOX.closeTime, typed);
    expect([refused.status, viewOf(refused)]).toMatchObject([
      400,
      { view: "calls", typed },
    ]);
  }
  await post(INBOX.openTime(closed?.id ?? ""));
  expect((await calls()).closed).toEqual([]);
});

test("a closed day names the calls that are booked on it, and leads to each", async () => {
  const { open, post, lead } = await start();
  const { stillBooked } = content.calls;
  await post(INBOX.closeTime, { day: "2027-03-03" });
  expect((await open(INBOX.calls)).text).not.toContain(stillBooked);
  await post(INBOX.closeTime, { day: "2027-03-02" });
  const { text, links } = await open(INBOX.calls);
  expect(text).toContain(`${stillBooked} Dana Ortiz Ortiz HVAC Mar 2`);
  expect(links["Dana Ortiz"]).toBe(`${lead}#call`);
});

test("the inbox offers to close each day of a week, and each public holiday of a year", async () => {
  const { calls, post } = await start();
  const offered = await calls();
  const week = ["01", "02", "03", "04", "05", "06", "07"].map(
    (day) => `2027-03-${day}`,
  );
  expect(offered.days).toEqual(week);
  expect(offered.holidays).toContainEqual({
    day: "2027-11-25",
    name: "Thanksgiving Day",
  });
  expect(offered.holidays).toContainEqual({
    day: "2028-01-01",
    name: "New Year's Day",
  });
  await post(INBOX.closeTime, { day: "2027-03-02" });
  await post(INBOX.closeTime, { day: "2027-11-25" });
  const after = await calls();
  expect(after.days).toEqual(week.filter((day) => day !== "2027-03-02"));
  expect(after.holidays.map(({ day }) => day)).not.toContain("2027-11-25");
});

test("the inbox names a calendar that cannot be read, with the age of its copy", async () => {
  const [triedAt, readAt] = [
    "2027-03-01T11:59:00.000Z",
    "2027-03-01T02:00:00.000Z",
  ];
  const state = {
    id: "x",
    number: 2,
    triedAt,
    readAt,
    reason: "The answer was 404.",
    skipped: [],
  };
  const { view } = await operator({ calendars: { states: () => [state] } });
  expect(await view(INBOX.path)).toMatchObject({
    view: "list",
    alarms: { machine: { calendars: [state] } },
  });
});

/** The calls in the inbox: shown, moved, cancelled, missed; and closed times. */
import { expect, test } from "vitest";
import { INBOX } from "../../contract/routes.ts";
import { deedOf, NOBODY, open, signIn, formRequest, viewOf } from "./inbox-request.ts";
import { book, MONDAY_SEVEN, site, timesOf } from "./schedule-request.ts";

async function start() {
  const clock = { now: MONDAY_SEVEN };
  const server = await site({ now: () => clock.now });
  await book(server);
  const session = await signIn(server, MONDAY_SEVEN + 48 * 60 * 60 * 1000);
  const calls = async () => {
    const view = await open(server, INBOX.calls, session);
    if (view.view !== "calls") throw new Error(`It shows ${view.view}.`);
    return view;
  };
  const [call] = (await calls()).calls;
  const post = (path: string, given: Record<string, string> = {}) =>
    server.send(formRequest(path, given, session));
  return {
    server,
    clock,
    calls,
    post,
    path: `${INBOX.leadCalls(call?.leadId ?? "")}/${call?.id}`,
    lead: INBOX.lead(call?.leadId ?? ""),
  };
}

test("shows each call with its visitor, and the address of all of them for a calendar program", async () => {
  const { calls } = await start();
  expect(await calls()).toMatchObject({
    calls: [{ name: "Dana Ortiz", startsAt: "2027-03-02T15:00:00.000Z", state: "booked", suspected: false }],
    closed: [],
    feed: expect.stringMatching(/^https:\/\/agency\.example\/schedule\/feed\.ics\?token=[\w-]{43}$/),
  });
});

test("moves a call on the agency's clock, cancels it, and says when nothing was changed", async () => {
  const { calls, post, path, lead } = await start();
  expect(await post(path, { startsAt: "2027-03-06T20:00" })).toMatchObject({
    headers: { location: `${lead}#call` },
  });
  expect((await calls()).calls).toMatchObject([{ startsAt: "2027-03-07T01:00:00.000Z", sequence: 1 }]);
  await post(INBOX.closeTime, { from: "2027-03-04T09:00", to: "2027-03-04T10:00" });
  const refused = await post(path, { startsAt: "2027-03-04T09:30" });
  expect(refused).toMatchObject({ status: 303, headers: { location: `${lead}#call` } });
  expect(deedOf(refused)).toBe("taken");
  await post(path, { action: "cancel" });
  expect((await calls()).calls).toMatchObject([{ state: "cancelled", sequence: 2 }]);
  for (const fields of [{}, { startsAt: "tomorrow" }, { startsAt: "2027-02-31T09:00" }])
    expect((await post(path, fields)).status).toBe(400);
  expect(deedOf(await post(path, { startsAt: "" }))).toBe("no-time");
  expect((await post(`${lead}/calls/${NOBODY}`, { action: "cancel" })).status).toBe(404);
});

test("closes times and opens them again, without a build", async () => {
  const { server, clock, calls, post } = await start();
  expect(await timesOf(server)).toContain("2027-03-03T15:00:00Z");
  await post(INBOX.closeTime, { from: "2027-03-03T00:00", to: "2027-03-04T00:00" });
  const [closed] = (await calls()).closed;
  expect(closed).toMatchObject({ startsAt: "2027-03-03T05:00:00.000Z", endsAt: "2027-03-04T05:00:00.000Z" });
  // Open times are cached for two seconds.
  clock.now += 3_000;
  expect(await timesOf(server)).not.toContain("2027-03-03T15:00:00Z");
  const day = await post(INBOX.closeTime, { day: "2027-03-14" });
  expect(String(day.headers["set-cookie"])).toContain("closed");
  const [, sunday] = (await calls()).closed;
  // The clocks change on this day.
  expect(sunday).toMatchObject({ startsAt: "2027-03-14T05:00:00.000Z", endsAt: "2027-03-15T04:00:00.000Z" });
  await post(INBOX.openTime(sunday?.id ?? ""));
  const typed = { from: "2027-03-03T10:00", to: "2027-03-03T09:00" };
  const refused = await post(INBOX.closeTime, typed);
  expect(refused.status).toBe(400);
  expect(viewOf(refused)).toMatchObject({ view: "calls", typed });
  await post(INBOX.openTime(closed?.id ?? ""));
  expect((await calls()).closed).toEqual([]);
});

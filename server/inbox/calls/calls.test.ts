import { expect, vi } from "vitest";
import { DAY_MS } from "../../../contract/durations.ts";
import { INBOX, LINK_PATHS } from "../../../contract/http/routes.ts";
import { VISITOR } from "../../../contract/mail/delivery.ts";
import { content } from "../../../tests/content.ts";
import { testFrom } from "../../../tests/support/server.ts";
import {
  browser,
  member,
  operatorOf,
  tokenFor,
  UNKNOWN,
} from "../../../tests/wire/inbox-request.ts";
import { inboxStory } from "../../../tests/wire/inbox-story.ts";
import {
  book,
  bookings,
  site,
  timesOf,
} from "../../../tests/wire/schedule-request.ts";
import { leadFor } from "../../deliveries/signed-links.ts";

const { calls, inbox, leadContent, linkPages } = content;
const { outcomes } = leadContent;
const { deeds } = inbox;
const { move, cancel, missed } = calls.changes;
const { changes } = linkPages.stale;
const ANA = "ana@agency.example";

/** A booked call on Tuesday at ten, and a member whose presses are a list. */
async function start() {
  const server = await site();
  await book(server);
  const { told, ...story } = inboxStory();
  const { get, open, post } = told(await member(server, ANA));
  const list = await open(INBOX.calls);
  const path = (list.links["Dana Ortiz"] ?? "").replace(/#.*/, "");
  return { server, clock: server.clock, get, open, post, path, ...story };
}

const test = testFrom(start);

test("a call is moved and canceled on the agency's clock, and each refusal says why", async ({
  open,
  path,
  expectSaid,
}) => {
  const list = await open(INBOX.calls);
  for (const [from, to] of [
    ["2027-03-04T09:00", "2027-03-04T09:15"],
    ["2027-03-04T09:10", "2027-03-04T10:00"],
  ] as const)
    await list.press(calls.close, { from, to });
  const first = await open(path);
  for (const otherTime of [
    "2027-03-06T20:00",
    // A closed time, none, a past one, and no day of the calendar.
    "2027-03-04T09:30",
    "",
    "2027-03-01T06:59",
    "2027-02-31T09:00",
  ]) {
    await (await open(path)).press(move.button, { otherTime });
    await open(INBOX.calls);
  }
  const old = await open(path);
  await old.press(cancel.button);
  await old.press(move.button, { otherTime: "2027-03-08T20:00" });
  await first.press(cancel.button);
  await open(INBOX.calls);
  await expectSaid("moved");
});

test("a call that is over asks once who came, and then what came of it", async ({
  clock,
  open,
  path,
  expectSaid,
}) => {
  await open(INBOX.path);
  clock.now += 2 * DAY_MS;
  const today = await open(INBOX.path);
  const page = await today.press(calls.came);
  await open(INBOX.path);
  await page.press(outcomes.won);
  await open(`${INBOX.path}?filter=won`);
  // What was said can be corrected.
  await (await open(path)).press(missed.button);
  await today.press(calls.came);
  await expectSaid("over");
});

test("a press about a call that the lead does not have is refused", async ({
  post,
  path,
}) => {
  for (const fields of [
    { action: "move", startsAt: "2027-03-09T09:00" },
    { call: UNKNOWN, action: "cancel" },
  ])
    expect((await post(path, fields)).status).toBe(404);
});

test("a call stays in the list for a week after its end", async ({
  server,
  clock,
}) => {
  const listed = async () => {
    const { open } = await operatorOf(server);
    return Object.keys((await open(INBOX.calls)).links);
  };
  clock.now += 8 * DAY_MS;
  expect(await listed()).toContain("Dana Ortiz");
  clock.now += DAY_MS;
  expect(await listed()).not.toContain("Dana Ortiz");
});

test("a call that the agency books has the zone and the number of the visitor's last call", async ({
  server,
  get,
  open,
  path,
}) => {
  await (await open(path)).press(cancel.button);
  const [first] = await bookings(server);
  const later = { zone: "Asia/Tokyo", phone: "+12015550142", by: VISITOR };
  const friday = "2027-03-05T15:00:00Z";
  await server.services.calls.book(friday, first?.leadId ?? "", later);
  await (await open(path)).press(cancel.button);
  const page = await open(path);
  const startsAt = "2027-03-03T15:00:00Z";
  const { body } = await get(path);
  expect(body).toContain(`name="startsAt" value="${startsAt}"`);
  await page.press(calls.book.button, { startsAt });
  const [, booked] = await bookings(server);
  const { zone, phone } = later;
  expect(booked).toMatchObject({ state: "booked", zone, phone });
});

test("times and days are closed and opened again, and visitors see that", async ({
  server,
  clock,
  open,
  note,
  expectSaid,
}) => {
  // Open times are cached for two seconds.
  const noteTimes = async () => {
    clock.now += 3_000;
    note((await timesOf(server)).filter((time) => time < "2027-03-05"));
  };
  await noteTimes();
  const list = await open(INBOX.calls);
  for (const [from, to] of [
    ["2027-03-02T10:00", "2027-03-04T00:00"],
    ["2027-02-01T10:00", "2027-02-02T10:00"],
    ["2027-03-03T10:00", "2027-03-03T09:00"],
    ["2027-03-03T09:00", "2027-03-03T09:00"],
    ["0027-03-03T08:00", "2027-03-03T09:00"],
  ] as const)
    await list.press(calls.close, { from, to });
  await noteTimes();
  // The clocks change on the second day, so it has 23 hours.
  for (const day of ["2027-03-03", "2027-03-14", "2027-03-14", "0027-03-14"])
    await list.press(calls.closeDay, { day });
  await (await open(INBOX.calls)).press(calls.open);
  await noteTimes();
  await (await open(INBOX.calls)).press("Tue, Mar 2");
  await expectSaid("closed");
});

test("a call is booked from the page of a caller", async ({
  open,
  expectSaid,
}) => {
  const typed = { name: "Ada", email: "(201) 555-0142", problems: "Late" };
  let ada = await (await open(INBOX.add)).press(inbox.edit.save, typed);
  const startsAt = "2027-03-03T15:00:00Z";
  for (const fields of [
    { otherTime: "2020-01-01T09:00" },
    { otherTime: "2027-03-04T10:00", callNumber: "" },
    // The refused form still has the other time.
    { callNumber: "2015550142" },
  ])
    ada = await ada.press(calls.book.button, { startsAt, ...fields });
  await ada.press(leadContent.noAnswer);
  const again = { ...typed, problems: "Late again" };
  await (await open(INBOX.add)).press(inbox.edit.save, again);
  await expectSaid("caller");
});

test("a lead is deleted only after the mails that cancel its call", async ({
  open,
  path,
}) => {
  const asked = await (await open(path)).follow(leadContent.delete);
  const { heading } = linkPages.errors.waiting;
  vi.spyOn(performance, "now").mockReturnValue(Infinity);
  const after = await asked.press(linkPages.delete.button);
  expect(after).toMatchObject({ status: 503, heading });
  expect((await open(path)).status).toBe(200);
});

test("a mark as spam stays if its call's time was taken meanwhile", async ({
  server,
  open,
  path,
}) => {
  const marked = await (await open(path)).press(outcomes.spam);
  // Open times are cached for two seconds.
  server.clock.now += 3_000;
  await book(server, { email: "next@sample.co" });
  const undone = await marked.press(inbox.undo);
  expect(undone.said).toBe(deeds.taken);
  expect(undone.chosen).toContain(outcomes.spam);
});

test.each([
  ["came", calls.came, missed.button],
  ["missed", missed.button, calls.came],
] as const)(
  "the link %s of the morning's mail asks before it says so, and then what came of it",
  async (said, label, correction) => {
    const { server, clock, open } = await start();
    const read = async () => (await bookings(server))[0];
    const call = await read();
    clock.now += 2 * DAY_MS;
    const expiresAt = clock.now + DAY_MS;
    const stranger = browser(server);
    const openAs = async (subject: string) => {
      const token = tokenFor(said, subject, { expiresAt });
      return stranger.open(`${LINK_PATHS[said]}?token=${token}`);
    };
    const id = call?.id ?? "";
    // A link of an earlier version names no reader, who may have left.
    expect((await openAs(id)).status).toBe(410);
    const page = await openAs(leadFor(id, ANA));
    expect(await read()).toMatchObject({ state: "booked" });
    const after = await page.press(label);
    expect(await read()).toMatchObject({ state: said });
    const time = "Tue, Mar 2, 10:00 AM EST";
    expect(page.heading).toContain(time);
    expect(after.heading).toBe(`${calls.states[said]}: Dana Ortiz, ${time}`);
    const save = (followUpOn: string) =>
      after.press(leadContent.followUp.save, { followUpOn });
    expect((await save("2027-03-02")).said).toBe(deeds.past);
    const later = await save("2099-02-28");
    expect(later.said).toBe(deeds["follow-up"]);
    await later.press(outcomes.lost);
    expect((await after.press(outcomes.won)).status, "an old page").toBe(409);
    const lost = await open(`${INBOX.path}?filter=lost`);
    expect(lost.rows.join()).toContain("Dana Ortiz");
    const lead = await open(after.links[leadContent.openInInbox] ?? "");
    for (const change of [`call-${said}`, "lost"] as const)
      expect(lead.text).toContain(`${changes[change]} by Ana`);
    await lead.press(correction);
    expect((await page.press(label)).status, "an old page").toBe(409);
  },
);

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

/** A booked call on Tuesday at ten, and a member at its page. */
async function start() {
  const server = await site();
  await book(server);
  const { get, open, post } = await member(server, ANA);
  const list = await open(INBOX.calls);
  const path = (list.links["Dana Ortiz"] ?? "").replace(/#.*/, "");
  return { server, clock: server.clock, get, open, post, path };
}

const test = testFrom(start);

test("a call is moved and canceled on the agency's clock, and each refusal says why", async ({
  open,
  post,
  path,
}) => {
  const list = await open(INBOX.calls);
  const from = "2027-03-04T09:00";
  for (const to of ["2027-03-04T09:15", "2027-03-04T10:00"])
    await list.press(calls.close, { from, to });
  const press = async (otherTime: string) =>
    (await open(path)).press(move.button, { otherTime });
  const moved = await press("2027-03-06T20:00");
  const empty = { otherTime: "" };
  expect(moved).toMatchObject({ path, said: deeds.moved, fields: empty });
  expect(moved.text).toContain(
    `${changes["call-moved"]}: Sat, Mar 6, 8:00 PM EST by Ana`,
  );
  expect((await open(INBOX.calls)).text).toContain(
    `Saturday, March 6 ${calls.when}`,
  );
  const otherTime = "2027-03-04T09:30";
  const taken = { said: deeds.taken, fields: { otherTime } };
  expect(await press(otherTime)).toMatchObject(taken);
  expect((await press("")).said).toBe(deeds["no-time"]);
  expect((await press("2027-03-01T06:59")).said).toBe(deeds.past);
  expect((await press("2027-02-31T09:00")).status).toBe(400);
  const unnamed = { action: "move", startsAt: "2027-03-09T09:00" };
  expect((await post(path, unnamed)).status).toBe(404);
  const canceled = await (await open(path)).press(cancel.button);
  expect(canceled).toMatchObject({ said: deeds.cancelled });
  expect(canceled.text).toContain(`${changes["call-cancelled"]} by Ana`);
  const late = { otherTime: "2027-03-08T20:00" };
  expect((await moved.press(move.button, late)).status).toBe(409);
  expect((await open(INBOX.calls)).text).toContain(
    `${calls.none} ${calls.past} ${calls.when}`,
  );
});

test("a call that is over asks once who came, and then what came of it", async ({
  clock,
  open,
  post,
  path,
}) => {
  const listed = async (filter: string) =>
    (await open(`${INBOX.path}?filter=${filter}`)).rows.join();
  expect((await open(INBOX.path)).text).not.toContain(calls.came);
  expect(await listed("booked")).toContain("Dana Ortiz");
  clock.now += 2 * DAY_MS;
  const today = await open(INBOX.path);
  expect(today.links[missed.open]).toMatch(/#missed-/);
  expect(today.text).toContain("Tue, Mar 2, 10:00 AM EST Dana");
  expect(await listed("next")).toContain("Dana Ortiz");
  const page = await today.press(calls.came);
  expect(page).toMatchObject({ path, said: deeds.came });
  expect((await open(INBOX.path)).text).not.toContain(calls.came);
  expect((await page.press(outcomes.won)).anchor).toBe("outcome");
  expect(await listed("won")).toContain("Dana Ortiz");
  // What was said can be corrected.
  await (await open(path)).press(missed.button);
  expect((await today.press(calls.came)).status, "an old page").toBe(409);
  const unknown = { call: UNKNOWN, action: "cancel" };
  expect((await post(path, unknown)).status).toBe(404);
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
}) => {
  const wednesday = "2027-03-03T15:00:00Z";
  expect(await timesOf(server)).toContain(wednesday);
  const list = await open(INBOX.calls);
  const closed = await list.press(calls.close, {
    from: "2027-03-02T10:00",
    to: "2027-03-04T00:00",
  });
  expect(closed.text).toContain(calls.stillBooked);
  expect(closed).toMatchObject({ said: deeds.closed, path: INBOX.calls });
  const past = { from: "2027-02-01T10:00", to: "2027-02-02T10:00" };
  expect((await list.press(calls.close, past)).said).toBe(deeds.past);
  // Open times are cached for two seconds.
  clock.now += 3_000;
  expect(await timesOf(server)).not.toContain(wednesday);
  for (let press = 0; press < 2; press += 1)
    // The clocks change on this day, so it has 23 hours.
    await list.press(calls.closeDay, { day: "2027-03-14" });
  const both = await open(INBOX.calls);
  expect(both.text).toContain("Sun, Mar 14 Open again");
  expect(both.labels.filter((label) => label === calls.open)).toHaveLength(2);
  expect((await both.press(calls.open)).said).toBe(deeds.opened);
  clock.now += 3_000;
  expect(await timesOf(server)).toContain(wednesday);
  const old = await list.press(calls.closeDay, { day: "0027-03-14" });
  expect(old.said).toBe(deeds.past);
});

test.each(["2027-03-03T10:00", "2027-03-03T09:00", "0027-03-03T08:00"])(
  "a closed time from %s to nine says what is wrong, and keeps what was typed",
  async (from) => {
    const { open } = await start();
    const typed = { from, to: "2027-03-03T09:00" };
    const refused = await (await open(INBOX.calls)).press(calls.close, typed);
    expect(refused).toMatchObject({ status: 400, fields: typed });
    expect(refused.text).toContain(calls.notClosed);
  },
);

test("a call is booked from the page of a caller", async ({ open }) => {
  const typed = { name: "Ada", email: "(201) 555-0142", problems: "Late" };
  let ada = await (await open(INBOX.add)).press(inbox.edit.save, typed);
  const startsAt = "2027-03-03T15:00:00Z";
  for (const [fields, said] of [
    [{ otherTime: "2020-01-01T09:00" }, deeds.past],
    [{ otherTime: "2027-03-04T10:00", callNumber: "" }, deeds.number],
  ] as const) {
    ada = await ada.press(calls.book.button, { startsAt, ...fields });
    expect(ada).toMatchObject({ said, fields: { startsAt, ...fields } });
  }
  const callNumber = "2015550142";
  // The refused form still has the other time.
  const booked = await ada.press(calls.book.button, { startsAt, callNumber });
  expect(booked.text).toContain(
    `${changes["call-booked"]}: Wed, Mar 3, 10:00 AM EST by Ana`,
  );
  expect((await booked.press(leadContent.noAnswer)).said).toBe(deeds.noted);
  const again = { ...typed, problems: "Late again" };
  const { text } = await (await open(INBOX.add)).press(inbox.edit.save, again);
  expect(text).toMatch(/Call: Wed, Mar 3, 10:00 AM EST \(201\) 555-0142 Late/);
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

test("a closed day names the calls that are booked on it, and leads to each", async ({
  open,
  path,
}) => {
  const list = await open(INBOX.calls);
  const free = await list.press(calls.closeDay, { day: "2027-03-03" });
  expect(free.text).not.toContain(calls.stillBooked);
  const { text, links, labels } = await list.press("Tue, Mar 2");
  expect(labels.join()).toContain(
    "Mon, Mar 1,Thu, Mar 4,Fri, Mar 5,Sat, Mar 6,Sun, Mar 7",
  );
  expect(text).toContain(`${calls.stillBooked} Dana Ortiz Ortiz HVAC Mar 2`);
  expect(links["Dana Ortiz"]).toBe(`${path}#call`);
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

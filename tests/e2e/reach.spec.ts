/** Every control of every page is reached at its middle, on a phone and on wide screens. */
import { randomUUID } from "node:crypto";
import { closeTime } from "../../server/calls/calendar.ts";
import { addNote } from "../../server/inbox/admin-changes.ts";
import { INBOX_FIELDS, type InboxViews } from "../../contract/inbox.ts";
import { globSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "../../scripts/build/build-folder.ts";
import { INBOX, CALL_PATH, SCHEDULE_PATH, TIMES_PATH, LINK_PATHS } from "../../contract/routes.ts";
import type { CallPhase } from "../../contract/page.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { exampleVisitor, leadOf } from "./booking-form.ts";
import {
  administer,
  allCalls,
  enterInbox,
  giveUpNotification,
  inStore,
  linkToken,
  sendLead,
} from "./operator.ts";
import { expectReach } from "./reach.ts";
import { expect, expectErrors, test, type Site } from "./test.ts";

const at = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Books a call for a visitor, as the page does. @returns ids of the call and its lead */
async function bookCall(site: Site) {
  const email = `${crypto.randomUUID()}@visitor.example`;
  const times = await (await fetch(`${site.origin}${TIMES_PATH}?days=60`)).json();
  // Somewhere in the middle, so that two tests hardly want the same.
  const startsAt = times.times[Math.floor(Math.random() * times.times.length)];
  const body = new URLSearchParams({ ...exampleVisitor(""), email, startsAt, zone: "Asia/Kolkata" });
  body.set("callNumber", "+44 20 7946 0958");
  const booked = await fetch(site.origin + SCHEDULE_PATH, { method: "POST", body, redirect: "manual" });
  expect(booked.status).toBe(303);
  const call = (await allCalls(site)).find((one) => one.email === email);
  if (!call) throw new Error("The call is not in the list.");
  return call;
}

/** Calls that are over do not overlap. */
let over = 0;

/** The change of the stored call that brings each phase; calls of other tests are at other times. */
const PHASES: Record<Exclude<CallPhase, "late">, () => string> = {
  ahead: () => "state = 'booked'",
  now: () => from(-60_000),
  over: () => from(-2 * HOUR_MS * ++over),
  missed: () => "state = 'missed'",
  cancelled: () => "state = 'cancelled'",
};

const from = (start: number) =>
  `starts_at = '${at(start)}', ends_at = '${at(start + HOUR_MS)}', blocked_until = '${at(start + HOUR_MS)}'`;

test.use({ hasTouch: true, isMobile: true, contextOptions: { reducedMotion: "reduce" } });
test.beforeEach(({ page }) => expectErrors(page, /Failed to load resource|The lead was not stored/));

test("on each page that is built, and on the error page", async ({ page }) => {
  const built = globSync("*.html", { cwd: join(DIST, "site") });
  expect(built.length).toBeGreaterThan(5);
  for (const name of [...built.map((file) => file.replace(/(?:index)?\.html$/, "")), "no-such-page"]) {
    await page.goto(`/${name}`);
    await expectReach(page);
  }
});

test("on the scheduling page and the page of a call, in each of its states", async ({ page, site }) => {
  const call = await bookCall(site);
  const booking = `${CALL_PATH}?token=${linkToken(site, "booking", call.id)}`;
  const { times } = await (await fetch(site.origin + TIMES_PATH)).json();
  for (const path of [
    SCHEDULE_PATH,
    `${SCHEDULE_PATH}?at=${times[0]}`,
    `${SCHEDULE_PATH}?at=2020-01-01T00:00:00Z`,
    `${SCHEDULE_PATH}?token=${linkToken(site, "schedule", call.leadId)}`,
    `${CALL_PATH}?token=cut`,
    `${booking}&booked`,
    `${booking}&move`,
    `${booking}&at=${times[0]}`,
  ]) {
    await page.goto(path);
    await expectReach(page);
  }
  for (const change of Object.values(PHASES)) {
    inStore(site, `UPDATE bookings SET ${change()} WHERE id = ?`, call.id);
    await page.goto(booking);
    await expectReach(page);
  }
});

test("on every page of the inbox", async ({ page, site, visitor }) => {
  const call = await bookCall(site);
  const past = await bookCall(site);
  inStore(site, `UPDATE bookings SET ${PHASES.over()} WHERE id = ?`, past.id);
  const id = await sendLead(site, { ...leadOf(visitor), problems: "Call (201) 555-0142." });
  await giveUpNotification(site, id, "No.");
  await administer(site, ({ store, change }) => addNote(store, change({ id }), "Called."));
  const closed = { id: randomUUID(), startsAt: at(900 * HOUR_MS), endsAt: at(901 * HOUR_MS) };
  await administer(site, ({ store }) => closeTime(store, closed));
  const views: Record<keyof InboxViews, string> = {
    list: INBOX.path,
    lead: `${INBOX.lead(id)}?at=1`,
    edit: INBOX.edit(id),
    sources: INBOX.sources,
    calls: INBOX.calls,
    team: INBOX.team,
    health: INBOX.health,
    erase: INBOX.erase(id),
    delete: `${INBOX.delete}?${INBOX_FIELDS.lead}=${id}`,
    answer: `${LINK_PATHS.answer}?token=${linkToken(site, "answer", id)}`,
    "mail-lead": `${LINK_PATHS.show}?token=${linkToken(site, "show", id)}`,
    ask: INBOX.path,
    "sign-in": `${LINK_PATHS.inbox}?token=${linkToken(site, "inbox")}`,
    // Answers a form: inbox-together.spec.ts looks at it.
    stale: INBOX.path,
    error: INBOX.lead("nothing"),
  };
  await page.goto(views.ask);
  await expectReach(page);
  await enterInbox(page, site);
  for (const path of [
    ...Object.values(views),
    INBOX.all,
    INBOX.add,
    INBOX.lead(call.leadId),
    INBOX.lead(past.leadId),
  ]) {
    await page.goto(path);
    await expectReach(page);
    // Every change says which version of the lead its page shows.
    const unversioned = page.locator(
      `form[method=post]:is([action*="${INBOX.mark}/"], [action*="${INBOX.calls}/"])`,
      { hasNot: page.locator(`[name=${INBOX_FIELDS.seen}]`) },
    );
    const actions = await unversioned.evaluateAll((forms) =>
      forms.map((form) => form.getAttribute("action")),
    );
    // A delivery has no version, a note conflicts with nothing, and an erasure takes everything.
    expect(actions.filter((action) => !/\/(?:deliveries|notes)\b|\/erase$/.test(action ?? ""))).toEqual([]);
  }
});

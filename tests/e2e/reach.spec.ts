/** Every control of every page is reached at its middle, on a phone and on wide screens; calls are pressed by mouse and by touch. */
import { INBOX_FIELDS, type InboxViews } from "../../contract/inbox.ts";
import { globSync } from "node:fs";
import { join } from "node:path";
import { builtFolder } from "../../scripts/build/build-folder.ts";
import { INBOX, CALL_PATH, SCHEDULE_PATH, TIMES_PATH, LINK_PATHS } from "../../contract/routes.ts";
import type { CallPhase } from "../../contract/page.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { content } from "../content.ts";
import { exampleVisitor, leadOf } from "./booking-form.ts";
import { administer, enterInbox, inStore, linkToken, sendLead } from "./operator.ts";
import { expectReach } from "./reach.ts";
import { expect, expectErrors, test, type Site } from "./test.ts";
import { mailedPath } from "./written-mails.ts";

const { calls: words } = content;

const at = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Books a call for a visitor, as the page does. @returns ids of the call and its lead */
async function bookCall(site: Site, name: string) {
  const email = `${crypto.randomUUID()}@visitor.example`;
  const times = await (await fetch(`${site.origin}${TIMES_PATH}?days=60`)).json();
  // Somewhere in the middle, so that two tests hardly want the same.
  const startsAt = times.times[Math.floor(Math.random() * times.times.length)];
  const body = new URLSearchParams({ ...exampleVisitor(""), name, email, startsAt, zone: "Asia/Kolkata" });
  body.set("callNumber", "+44 20 7946 0958");
  const booked = await fetch(site.origin + SCHEDULE_PATH, { method: "POST", body, redirect: "manual" });
  expect(booked.status).toBe(303);
  const calls: { id: string; leadId: string; email: string; name: string }[] = await administer(
    site,
    "calls",
    {},
  );
  const call = calls.find((one) => one.email === email);
  if (!call) throw new Error("The call is not in the list.");
  return call;
}

/** The change of the stored call that brings each phase; calls of other tests are at other times. */
/** Calls that are over do not overlap. */
let over = 0;

const PHASES: Record<Exclude<CallPhase, "late">, () => string> = {
  ahead: () => "state = 'booked'",
  now: () => from(-60_000),
  over: () => from(-2 * HOUR_MS * ++over),
  missed: () => "state = 'missed'",
  cancelled: () => "state = 'cancelled'",
};

const from = (start: number) =>
  `starts_at = '${at(start)}', ends_at = '${at(start + HOUR_MS)}', blocked_until = '${at(start + HOUR_MS)}'`;

// What stands at the middle of a control depends on the width, which each of these tries, and not on the pointer.
test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, contextOptions: { reducedMotion: "reduce" } });
  test.beforeEach(({ page }) => expectErrors(page, /Failed to load resource|The lead was not stored/));

  test("on each page that is built, and on the error page", async ({ page }) => {
    const built = globSync("*.html", { cwd: join(builtFolder(), "site") });
    expect(built.length).toBeGreaterThan(5);
    for (const name of [...built.map((file) => file.replace(/(?:index)?\.html$/, "")), "no-such-page"]) {
      await page.goto(`/${name}`);
      await expectReach(page);
    }
  });

  test("on the scheduling page and the page of a call, in each of its states", async ({ page, site }) => {
    const call = await bookCall(site, "Callie");
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
    const call = await bookCall(site, "Callie");
    const past = await bookCall(site, "Pascal");
    inStore(site, `UPDATE bookings SET ${PHASES.over()} WHERE id = ?`, past.id);
    const id = await sendLead(site, { ...leadOf(visitor), problems: "Call (201) 555-0142." });
    const died = "UPDATE deliveries SET state = 'dead', last_error = 'No.' WHERE lead_id = ? AND kind = ?";
    inStore(site, died, id, "notification");
    await administer(site, "note", { id, text: "Called." });
    await administer(site, "closeTime", { startsAt: at(900 * HOUR_MS), endsAt: at(901 * HOUR_MS) });
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
      all: INBOX.all,
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
});

for (const hasTouch of [false, true]) {
  test.describe(hasTouch ? "by touch" : "by mouse", { tag: hasTouch ? [] : "@full" }, () => {
    test.use({ hasTouch, isMobile: hasTouch, contextOptions: { reducedMotion: "reduce" } });
    test.beforeEach(({ page }) => expectErrors(page, /Failed to load resource|The lead was not stored/));

    test("calls are called, opened, moved, marked and cancelled", async ({ page, site }) => {
      const call = await bookCall(site, `Callie ${crypto.randomUUID()}`);
      const past = await bookCall(site, `Pascal ${crypto.randomUUID()}`);
      inStore(site, `UPDATE bookings SET ${PHASES.over()} WHERE id = ?`, past.id);
      const press = (name: string) => {
        const control = page.locator(".lead-call").getByText(name, { exact: true });
        return hasTouch ? control.tap() : control.click();
      };
      await page.setViewportSize({ width: hasTouch ? 360 : 1280, height: 740 });
      await enterInbox(page, site);
      await page.goto(INBOX.calls);
      const called = page.evaluate(
        () =>
          new Promise((resolve) =>
            addEventListener(
              "click",
              (event) => {
                event.preventDefault();
                resolve(event.target instanceof HTMLAnchorElement && event.target.href);
              },
              { once: true },
            ),
          ),
      );
      const row = page.getByRole("row").filter({ hasText: call.name });
      const number = row.getByRole("link", { name: "+442079460958", exact: true });
      await (hasTouch ? number.tap() : number.click());
      expect(await called).toBe("tel:+442079460958");
      await row.getByRole("link", { name: /Callie/ }).click();
      await expect(page).toHaveURL(new RegExp(call.leadId));
      const { move, cancel, missed } = words.changes;
      const moved = `${at(1000 * HOUR_MS + Math.random() * 1e9).slice(0, 14)}00`;
      await press(move.open);
      await page.getByLabel(words.moveTo).fill(moved);
      await press(move.button);
      await expect(page.getByRole("status")).toContainText(content.inbox.deeds.moved);
      const state = async (id: string) => {
        const calls: { id: string; state: string; sequence: number }[] = await administer(site, "calls", {});
        return calls.find((one) => one.id === id);
      };
      expect(await state(call.id)).toMatchObject({ state: "booked", sequence: 1 });
      await press(cancel.open);
      await press(cancel.button);
      await expect.poll(() => state(call.id)).toMatchObject({ state: "cancelled" });
      await page.goto(INBOX.lead(past.leadId));
      await press(missed.open);
      await press(missed.button);
      await expect.poll(() => state(past.id)).toMatchObject({ state: "missed" });
      await expect.poll(() => mailedPath(site, "missed", past.email)).toMatch(SCHEDULE_PATH);
      await page.goto(mailedPath(site, "missed", past.email) ?? "");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.schedulePage.heading);
    });
  });
}

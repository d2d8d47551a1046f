/**
 * Pages in their states: axe finds nothing, everything
 * fits, and every control is reached at its middle.
 */

import { randomInt, randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { HOUR_MS } from "../../contract/durations.ts";
import type { CallPhase } from "../../contract/http/page.ts";
import {
  CALL_PATH,
  INBOX,
  LINK_PATHS,
  SCHEDULE_PATH,
} from "../../contract/http/routes.ts";
import { DIST } from "../../scripts/build/build-folder.ts";
import { closeTime } from "../../server/calls/stored-calls.ts";
import { INBOX_FIELDS } from "../../server/inbox/fields.ts";
import { addNote } from "../../server/inbox/lead/lead-changes.ts";
import { markLead } from "../../server/inbox/mark/mark-lead.ts";
import { content } from "../content.ts";
import { LEAD } from "../support/leads.ts";
import { expectNoViolation } from "./axe.ts";
import * as form from "./booking-form.ts";
import { holdRequests, openForm, openHome } from "./hydration.ts";
import { expectFits, expectSound, misfits } from "./misfits.ts";
import * as operator from "./operator.ts";
import { expectReach } from "./reach.ts";
import { book, offeredTimes } from "./schedule-board.ts";
import {
  expect,
  expectErrors,
  test,
  type Site,
  pageHeading,
  buttonIn,
  linkIn,
} from "./test.ts";

test.beforeEach(({ page }) =>
  expectErrors(page, /Failed to load resource|was not stored|Failed to fetch/),
);

/**
 * Books a call for a new visitor. @returns the
 * address of the call's page, and the id of its lead
 */
async function bookCall(site: Site, request: APIRequestContext) {
  const visitor = form.exampleVisitor(randomUUID());
  const open = await offeredTimes(request);
  // At random, so that two tests seldom choose the same time.
  const call = await book(
    request,
    visitor,
    open[randomInt(open.length)] ?? "",
    "Asia/Kolkata",
  );
  return { call, leadId: String(site.leads(visitor.email)[0]?.["id"]) };
}

const at = (ms: number) => new Date(Date.now() + ms).toISOString();

const timesStartingIn = (start: number) =>
  `starts_at = '${at(start)}', ends_at = '${at(start + HOUR_MS)}', blocked_until = '${at(start + HOUR_MS)}'`;

/**
 * How many calls this file moved into the past. Each
 * gets other hours, since calls must not overlap.
 */
let pastCalls = 0;

/** The SQL that puts a stored call into each phase. */
const PHASES: Record<Exclude<CallPhase, "late">, () => string> = {
  ahead: () => "state = 'booked'",
  now: () => timesStartingIn(-60_000),
  over: () => timesStartingIn(-2 * HOUR_MS * ++pastCalls),
  missed: () => "state = 'missed'",
  cancelled: () => "state = 'cancelled'",
};

const changeCall = (site: Site, leadId: string, change: string) =>
  operator.inStore(
    site,
    `UPDATE bookings SET ${change} WHERE lead_id = ?`,
    leadId,
  );

test.describe("the site", () => {
  const { demo, header } = content;

  test("the landing page, its menu, its demo and its transcript are accessible", async ({
    page,
  }) => {
    await openHome(page);
    await expectNoViolation(page, [1280]);
    await expectFits(page, async ({ width, text }) => {
      const menu = buttonIn(page, header.menuButton);
      if (!(await menu.isVisible())) return;
      await menu.click();
      await expect(
        page.getByRole("navigation", { name: header.menuLabel }),
      ).toBeVisible();
      expect(await misfits(page)).toEqual([]);
      if (width === 360 && text === "usual")
        await expectNoViolation(page, [360]);
      await page.keyboard.press("Escape");
    });
    await buttonIn(page, content.hero.watchDemo).click();
    const dialog = page.getByRole("dialog", { name: demo.title });
    await expect(dialog).toBeVisible();
    await expectSound(page);
    await buttonIn(dialog, demo.restart).click();
    await expect(dialog.getByRole("listitem").first()).toBeVisible();
    await expectNoViolation(page, [360]);
  });

  test("the form is accessible empty, refused, failed, submitting, confirmed", async ({
    page,
    visitor,
  }) => {
    await openForm(page);
    await expectSound(page);
    await form.submit(page);
    await expect(form.field(page, "name")).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expectSound(page);
    await form.answerOnce(page, (route) => route.abort());
    await form.sendForm(page, visitor);
    await expect(page.getByRole("alert").getByRole("link")).toHaveCount(2);
    await expectSound(page);
    const release = await holdRequests(page, form.LEAD_REQUESTS);
    await form.submit(page);
    await expect(buttonIn(page, content.bookCall.submitting)).toBeVisible();
    await expectNoViolation(page, [360]);
    release();
    await form.expectConfirmed(page);
    await expectSound(page);
  });

  test("the pages that are built and the error page are accessible @full", async ({
    page,
  }) => {
    const built = globSync("*.html", { cwd: join(DIST, "site") });
    expect(built.length).toBeGreaterThan(5);
    // The pages of trades differ only by their words, so one of them is enough.
    const [trade = "", ...others] = Object.keys(content.trades);
    const names = built.map((file) => file.replace(/(?:index)?\.html$/, ""));
    for (const name of [
      ...names.filter((each) => !others.includes(each)),
      "no-such-page",
    ]) {
      await page.goto(`/${name}`);
      await expectReach(page);
      if ([trade, "no-such-page"].includes(name)) await expectSound(page);
    }
  });

  test("the pages of scheduling and of a call are accessible @full", async ({
    page,
    site,
    request,
  }) => {
    const { call, leadId } = await bookCall(site, request);
    const [first] = await offeredTimes(request);
    for (const path of [
      SCHEDULE_PATH,
      `${SCHEDULE_PATH}?at=${first}`,
      `${SCHEDULE_PATH}?at=2020-01-01T00:00:00Z`,
      `${SCHEDULE_PATH}?token=${operator.linkToken(site, "schedule", leadId)}`,
      `${CALL_PATH}?token=cut`,
      `${call}&booked`,
      `${call}&move`,
      `${call}#cancel`,
      `${call}&at=${first}`,
    ]) {
      await page.goto(path);
      await expectReach(page);
    }
    for (const change of Object.values(PHASES)) {
      changeCall(site, leadId, change());
      await page.goto(call);
      await expectReach(page, [360]);
    }
  });
});

test.describe("the inbox", { tag: "@full" }, () => {
  const LONG = {
    ...LEAD,
    selected_service: content.services[0]?.value ?? "",
    name: "Maximiliana Featherstonehaugh-Wolfeschlegelstein",
    email:
      "a-rather-long-address-for-a-narrow-screen@plumbing-and-heating.example",
    company_name: "Featherstonehaugh Plumbing & Heating",
    problems:
      "Missed calls after five, reach me at (201) 555-0142.\n\nSlow quotes",
    additional_info: `\u202Egnp.exe ${"w".repeat(300)}`,
  };

  /** @param widths in pixels; a page of one column needs only one */
  async function expectUsable(
    page: Page,
    paths: readonly string[],
    widths?: readonly number[],
  ): Promise<void> {
    for (const path of paths) {
      await page.goto(path);
      await expectReach(page, widths);
      await expectNoViolation(page, widths);
      const { overflow, schemes } = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - window.innerWidth,
        schemes: Array.from(
          document.querySelectorAll("input, textarea"),
          (field) => getComputedStyle(field).colorScheme,
        ),
      }));
      expect(overflow, `${path} runs over the edge`).toBeLessThanOrEqual(0);
      expect(new Set([...schemes, "light"]), "what the browser paints").toEqual(
        new Set(["light"]),
      );
    }
  }

  test("its pages are accessible, with leads and without", async ({
    page,
    site,
    request,
    visitor,
  }, { testId }) => {
    await expectUsable(page, [INBOX.path], [360]);
    await operator.sendLead(site, LONG);
    operator.inStore(
      site,
      "UPDATE lead_contexts SET again_of = lead_id, again_since = '2026-09-30T12:00:00.000Z'",
    );
    await bookCall(site, request);
    const closed = {
      id: randomUUID(),
      startsAt: at(900 * HOUR_MS),
      endsAt: at(901 * HOUR_MS),
    };
    await operator.administer(site, ({ store }) => closeTime(store, closed));
    await operator.enterInbox(page, site);
    const { path, calls, add, all, lead } = INBOX;
    const team = INBOX.page("team");
    const empty = `${path}?filter=all&search=nobody-${testId}`;
    await page.goto(team);
    await page.getByLabel(content.inbox.team.label).fill(visitor.email);
    await page.keyboard.press("Enter");
    await expect(page.getByText(content.inbox.deeds.invited)).toBeVisible();
    await expectUsable(page, [empty, team, add, all, lead("nothing")], [360]);
    await expectUsable(page, [path, INBOX.page("sources"), calls]);
    await page.emulateMedia({ media: "print" });
    await expect(linkIn(page, "+44").last()).toBeVisible();
    await expect(page.locator("code")).toBeHidden();
  });

  test("the forms and lists of the site's editor are accessible", async ({
    page,
    site,
  }) => {
    await operator.enterInbox(page, site);
    const { siteTexts, siteFields, siteChanges, launch } = INBOX;
    const { sitePictures, sitePage } = INBOX;
    const fields = ["/colors", "/workingHours", "/services"];
    await expectUsable(
      page,
      [
        ...fields.map((field) => `${siteFields}?at=${field}`),
        `${siteFields}?at=/contact/team&page=/`,
        `${sitePage}?from=pages/_terms.md`,
        `${sitePage}?file=trades/hvac.yaml`,
        `${launch}?first`,
        siteTexts,
        siteChanges,
        sitePictures,
        launch,
      ],
      [360],
    );
    await page.goto(`${INBOX.site}?page=/hvac&at=/demo/title&turn=0`);
    await expect(page.locator("textarea.edit")).toBeFocused();
    const line = page.locator("figure ol li").first();
    await expect(line).toHaveCSS("animation-name", "none");
    expect(await misfits(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${INBOX.site}?page=/&at=/header/bookCall&turn=0`);
    const button = page.locator("header span:has(> textarea.edit)");
    expect((await button.boundingBox())?.y).toBeCloseTo(8);
    await page.goto(`${INBOX.site}?page=/&at=/header/skipLink&turn=0`);
    const field = page.locator("textarea.edit");
    await field.click();
    await page.setViewportSize({ width: 360, height: 420 });
    await page.goto(`${INBOX.site}?page=/&at=/faq/items/0/answer&turn=0`);
    const { y = 0, height = 0 } = (await field.boundingBox()) ?? {};
    const bar = await page.locator(".site-bar").boundingBox();
    expect(y + height, "beside a keyboard").toBeLessThan(bar?.y ?? 0);
  });

  for (const path of ["/", "/book-call", "/schedule/call"])
    test(`the editor of ${path} is accessible, and nothing covers a text`, async ({
      page,
      site,
    }) => {
      await operator.enterInbox(page, site);
      await page.goto(`${INBOX.site}?page=${path}`);
      await expectReach(page, [360, 1280]);
      const unseen = page.locator("a.edit:not([popover] *)");
      await expect(unseen.filter({ visible: false })).toHaveCount(0);
      await expectNoViolation(page, [360]);
      // On the landing page, the second phrase of the headline.
      await page.locator("a.edit").nth(2).click();
      await expect(page.locator("textarea.edit")).toBeFocused();
      await expectNoViolation(page, [360]);
      await page.setViewportSize({ width: 360, height: 240 });
      const bar = await page.locator(".site-bar").boundingBox();
      expect(bar?.height, "on a low screen").toBeLessThanOrEqual(120);
      await page.keyboard.press("Tab");
      const save = buttonIn(page, content.siteEditor.save);
      await expect(save, "after the text").toBeFocused();
    });

  test("the page of a lead is accessible, open and answered", async ({
    page,
    site,
    request,
  }) => {
    const id = await operator.sendLead(site, LONG);
    const fault = "The receiver answered 410.";
    await operator.giveUpNotification(site, id, fault);
    await operator.enterInbox(page, site);
    await expectUsable(page, [`${INBOX.lead(id)}?at=1`]);
    // As a block, the number would be separated from its full stop.
    const number = linkIn(page, "(201) 555-0142");
    await expect(number).toHaveCSS("display", "inline");
    await expect(number).toHaveCSS("white-space", "nowrap");
    const delivery = page.getByRole("listitem").filter({ hasText: fault });
    await buttonIn(delivery, content.leadContent.revive).click();
    await expect(page.locator("#deliveries:target")).toBeInViewport();
    // The page may have been made before the delivery was tried again.
    await expect
      .poll(async () => (await page.reload(), delivery.count()))
      .toBe(0);
    const note = "Called back. ".repeat(30);
    await operator.administer(site, async ({ store, change }) => {
      await addNote(store, change({ id }), note);
      return markLead(store, "answered", change({ id }));
    });
    const ahead = await bookCall(site, request);
    const past = await bookCall(site, request);
    changeCall(site, past.leadId, PHASES.over());
    const { lead, edit, erase } = INBOX;
    const remove = `${INBOX.delete}?${INBOX_FIELDS.lead}=${id}`;
    await expectUsable(page, [lead(id)]);
    await page.reload();
    const folded = page.locator(".folded").last();
    const expectLines = (lines: string) =>
      expect(folded).toHaveCSS("-webkit-line-clamp", lines);
    await expectLines("6");
    await page.emulateMedia({ media: "print" });
    await expectLines("none");
    await expect(linkIn(page, LONG.email)).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await page.getByLabel(content.leadContent.unfold).last().check();
    await expectLines("none");
    await expectUsable(
      page,
      [lead(ahead.leadId), lead(past.leadId), edit(id), erase(id), remove],
      [360],
    );
  });

  test("the pages behind links are accessible, whether the links work or not", async ({
    page,
    site,
  }) => {
    const id = await operator.sendLead(site, LONG);
    for (const path of [
      `${LINK_PATHS.inbox}?token=${operator.linkToken(site, "inbox", id)}`,
      `${LINK_PATHS.show}?token=${operator.linkToken(site, "show", id)}`,
      INBOX.path,
      `${LINK_PATHS.inbox}?token=${operator.linkToken(site, "inbox", id, 1)}`,
      `${LINK_PATHS.show}?token=cut`,
    ]) {
      await expectUsable(page, [path], [360]);
      await expect(
        page.getByRole("banner").getByText(content.site.brandName),
        "on a phone",
      ).toBeVisible();
    }
    const { ask } = content.linkPages;
    await linkIn(page, ask.heading).click();
    await page.getByLabel(ask.label).fill("nobody@agency.example");
    await page.keyboard.press("Enter");
    await expect(pageHeading(page)).toHaveText(ask.sent.heading);
    await expectNoViolation(page, [360]);
  });
});

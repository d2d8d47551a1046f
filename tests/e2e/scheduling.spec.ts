/** The three buttons that open the scheduling page in a new tab, and a call that is booked, moved and cancelled there. */
import { readPerson } from "../../server/leads/read-lead.ts";
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import type { Locator, Page } from "@playwright/test";
import { expectNoViolation } from "./axe.ts";
import * as form from "./booking-form.ts";
import { openForm, untilHydrated } from "./hydration.ts";
import { expectFits } from "./misfits.ts";
import { administer } from "./operator.ts";
import {
  bookFirst,
  chooseZone,
  dayLinks,
  instantOf,
  openBoard,
  pickTime,
  times,
  zoneOf,
} from "./schedule-board.ts";
import { expect, expectErrors, test, withAndWithoutScript } from "./test.ts";

const { header, schedulePage } = content;

test("each button of a page opens the scheduling page in a new tab", async ({ page, context }) => {
  await openForm(page);
  await page.getByRole("link", { name: content.header.backHome }).click();
  for (const [section, name] of [
    ["hero", content.hero.bookNow],
    ["contact", content.contact.getCall],
    ["contact", content.contact.bookCall],
  ] as const) {
    const button = page.locator(`#${section}`).getByRole("link", { name, exact: true });
    await expect(button).toHaveAttribute("rel", "opener");
    await expect(button).toHaveAccessibleDescription(header.newTab);
    const opened = context.waitForEvent("page");
    await button.click();
    const tab = await opened;
    await expect(tab.getByRole("heading", { level: 1 })).toHaveText(schedulePage.heading);
    await tab.close();
    await expect(page).toHaveURL(/\/$/);
  }
});

const PHONE = "+44 20 7946 0958";

/** The heading and the title of a call say what has become of it, and its time is larger. */
async function expectHeaded(page: Page, became: "booked" | "moved" | "cancelled"): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(schedulePage.states[became]);
  await expect(page).toHaveTitle(content.pages[became].title);
  const sizeOf = (text: Locator) => text.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(await sizeOf(page.locator("main time"))).toBeGreaterThan(await sizeOf(heading));
}

withAndWithoutScript([], (javaScriptEnabled) => {
  const tag = javaScriptEnabled ? "@engines" : [];
  test.use({ timezoneId: "Asia/Kolkata" });
  test.beforeEach(({ page }) => expectErrors(page, /Failed to load resource|The lead was not stored/));

  test("two taps and the form book a call", { tag }, async ({ page, visitor, site }) => {
    await openBoard(page, { hydrates: javaScriptEnabled });
    // A script finds the visitor's zone; without one the page shows the agency's.
    if (javaScriptEnabled) await expect(zoneOf(page)).toHaveValue(/^Kolkata \u00b7 /);
    else await expect(page.getByRole("link", { name: /^Eastern Time \(E[SD]T\)$/ })).toBeVisible();
    await pickTime(page, 0);
    const email = visitor.email.replace("visitor.example", "gmial.com");
    await form.fillIn(page, { ...visitor, email });
    if (javaScriptEnabled) {
      await form.submitButton(page).click();
      await expect(page.getByLabel(schedulePage.phone), "the agency calls").toBeFocused();
    }
    // A doubtful address and a doubtful number are asked about in one round.
    await page.getByLabel(schedulePage.phone).fill("555-0100");
    await form.submitButton(page).click();
    const question = content.fields.email.doubtful?.replace("{text}", email) ?? email;
    const doubt = content.fieldProblems.doubtfulNumber.replace("{text}", "555-0100");
    for (const words of [question, doubt]) await expect(page.locator("form")).toContainText(words);
    await page.getByLabel(schedulePage.phone).fill(PHONE);
    await form.submitButton(page).click();
    await expectHeaded(page, "booked");
    expect(site.leads(email)).toHaveLength(1);
    // Both zones.
    const zones = javaScriptEnabled ? ["Kolkata (GMT+5:30)", /E[SD]T/] : ["Eastern Time"];
    for (const words of [...zones, PHONE, email]) await expect(page.locator("main")).toContainText(words);
    for (const control of await page.locator(".call-calendars, .call-changes > *").all())
      await expect(control).toBeInViewport({ ratio: 1 });
    await page.getByText(schedulePage.calendars.add, { exact: true }).click();
    for (const name of ["Google Calendar", "Outlook.com", "Microsoft 365", ".ics file"])
      await expect(page.getByRole("link", { name })).toBeVisible();
  });

  test("the page of a call moves and cancels it", { tag }, async ({ page, visitor, site }) => {
    await openBoard(page, { hydrates: javaScriptEnabled });
    await bookFirst(page, visitor);
    await expectHeaded(page, "booked");
    const time = page.locator("main time");
    const booked = (await time.textContent()) ?? "";
    await page.getByRole("link", { name: schedulePage.move, exact: true }).click();
    await expect(page.locator("main")).toContainText(schedulePage.movedFrom.replace("{time}", booked));
    if (javaScriptEnabled) await untilHydrated(page.locator("h1"));
    const [day = ""] = booked.split(/ (?=\d+:)|, (?=\d+:)/);
    await expect(page.locator("#day")).toHaveText(day);
    await expect(page.getByRole("link", { name: schedulePage.toForm })).toHaveCount(0);
    await expect(page.getByRole("link", { name: /^Keep \w+ \d+:\d+/ })).toBeVisible();
    const moved = await instantOf(times(page).first());
    await times(page).first().click();
    await page.getByRole("button", { name: /^Move to \w+ \d+:\d+/ }).click();
    await expect(time).toHaveAttribute("datetime", moved.replace("Z", ".000Z"));
    await expectHeaded(page, "moved");
    await expect(page.locator("main s")).toHaveText(schedulePage.former.replace("{time}", booked));
    await page.goBack();
    await expect(time).toHaveAttribute("datetime", moved.replace("Z", ".000Z"));
    // A page that the browser had kept as it was is loaded anew.
    const showKept = () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    const reload = () => Promise.all([page.waitForEvent("load", { timeout: 1000 }), page.evaluate(showKept)]);
    if (javaScriptEnabled) await expect(reload).toPass();
    await page.getByText(schedulePage.cancel, { exact: true }).click();
    await page.getByLabel(schedulePage.cancelWhy).fill("Found someone");
    await page.getByRole("button", { name: schedulePage.cancelYes }).click();
    await expectHeaded(page, "cancelled");
    await expect(page.locator("main")).toContainText(/We emailed the cancellation to \S+@\S+\./);
    const { leads } = await administer(site, ({ store }) => readPerson(store, visitor.email));
    expect(leads[0]?.history[0]).toMatchObject({ kind: "call-cancelled", reason: "Found someone" });
  });

  test("who comes second books another time untyped", async ({ page, request, visitor, site }) => {
    // The browser reports an error when the window is resized while pages fade.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openBoard(page, { hydrates: javaScriptEnabled });
    const startsAt = await pickTime(page, 2);
    if (javaScriptEnabled) await untilHydrated(page.locator("#lead-form"));
    await page.getByLabel(schedulePage.phone).fill(PHONE);
    await form.fillIn(page, visitor);
    const first = { ...visitor, email: `first-${visitor.email}`, startsAt, zone: "UTC" };
    expect((await request.post(SCHEDULE_PATH, { form: first, maxRedirects: 0 })).status()).toBe(303);
    await form.submitButton(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+:\d+\s[AP]M was just taken$/);
    await expect(page).toHaveTitle(content.pages.kept.title);
    await expect(page.locator("main")).toContainText(/Do nothing: we'll call \+44 20 7946 0958 by .+[AP]M\./);
    await expect(page.locator("main")).not.toContainText(content.bookCall.errorTitle);
    expect(site.leads(visitor.email)).toHaveLength(1);
    if (javaScriptEnabled) await expectNoViolation(page);
    await expectFits(page);
    await page.reload();
    await expect(page.getByRole("button", { name: /[AP]M/ })).toHaveCount(3);
    const other = page.getByRole("button", { name: /[AP]M/ }).first();
    const chosen = await other.getAttribute("value");
    await other.click();
    await expectHeaded(page, "booked");
    await expect(page.locator("main time")).toHaveAttribute("datetime", `${chosen?.slice(0, -1)}.000Z`);
    expect(site.leads(visitor.email)).toHaveLength(1);
  });
});

test("a lost connection or answer is reported, and tried again", async ({ page, visitor, site }) => {
  expectErrors(page, /Failed to load resource|Failed to fetch|The lead was not stored/);
  await openBoard(page);
  const startsAt = await pickTime(page, 4);
  await page.getByLabel(schedulePage.phone).fill(PHONE);
  await form.fillIn(page, visitor);
  await untilHydrated(page.locator("#lead-form"));
  const lose = async (arrives: boolean): Promise<void> => {
    await page.route(
      `**${SCHEDULE_PATH}`,
      async (route) => {
        if (arrives) await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await form.submitButton(page).click();
    await expect(page.getByRole("alert")).toContainText(content.failures.network);
  };
  await lose(false);
  expect(site.leads(visitor.email)).toEqual([]);
  await lose(true);
  const [problems, email] = ["The roof leaks", `corrected-${visitor.email}`];
  await form.field(page, "problems").fill(problems);
  await form.field(page, "email").fill(email);
  await form.submitButton(page).click();
  await expectHeaded(page, "booked");
  await expect(page.locator("main time")).toHaveAttribute("datetime", startsAt.replace("Z", ".000Z"));
  expect(site.leads(visitor.email)).toMatchObject([{ problems: visitor.problems }]);
  expect(site.leads(email)).toMatchObject([{ problems }]);
});

test("another zone moves no day, is kept, and fits", async ({ page }) => {
  await openBoard(page);
  const places = () =>
    dayLinks(page).evaluateAll((days) => days.map((day) => day.getBoundingClientRect().toJSON()));
  const before = await places();
  await chooseZone(page, "chatham");
  await expect(page.getByRole("link", { name: /GMT\+1[23]:45/ }).first()).toBeVisible();
  expect(await places()).toEqual(before);
  const zone = zoneOf(page);
  // Its own zone, too, is one that a visitor can choose.
  await chooseZone(page, "eastern");
  await page.getByRole("link", { name: schedulePage.later }).click();
  await untilHydrated(page.locator("h1"));
  await expect(zone).toHaveValue(/^Eastern Time/);
  await expectFits(page);
});

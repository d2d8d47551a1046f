/** A call that is moved, canceled, confirmed, asked for twice, or returned to: nothing is chosen that nobody tapped. */
import type { APIRequestContext, Page } from "@playwright/test";
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import * as form from "./booking-form.ts";
import { untilHydrated } from "./hydration.ts";
import { expectFits } from "./misfits.ts";
import { bookFirst, dayLinks, instantOf, openBoard, pickTime, times } from "./schedule-board.ts";
import { expect, expectErrors, test } from "./test.ts";
import { enterInbox } from "./operator.ts";

const { calls, schedulePage } = content;
const PHONE = "+44 20 7946 0958";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test.use({ timezoneId: "America/New_York" });

/** Books a call by the form alone. @returns its page */
async function book(request: APIRequestContext, visitor: form.Answers, startsAt: string): Promise<string> {
  const fields = { ...visitor, startsAt, zone: "UTC", callNumber: PHONE };
  const answer = await request.post(SCHEDULE_PATH, { form: fields, maxRedirects: 0 });
  return String(answer.headers()["location"]).replace("&booked", "");
}

test("a time that was just taken is no move, and others are near", async ({ page, visitor, request }) => {
  expectErrors(page, /Failed to load resource/);
  await openBoard(page);
  const call = await book(request, visitor, await instantOf(times(page).nth(1)));
  await page.goto(`${call}&move`);
  await untilHydrated(page.locator("h1"));
  await dayLinks(page).nth(2).click();
  const words = await times(page).nth(7).innerText();
  const wanted = await instantOf(times(page).nth(7));
  await times(page).nth(7).click();
  await book(request, { ...visitor, email: `first-${visitor.email}` }, wanted);
  await page.getByRole("button", { name: /^Move to/ }).click();
  await expect(heading(page)).toHaveText(schedulePage.taken.replace("{time}", words));
  const nearest = page.getByRole("group", { name: schedulePage.nearest }).getByRole("link");
  await expect(nearest).toHaveCount(3);
  await untilHydrated(page.locator("h1"));
  // The foot stays in view over the times.
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  await expectNoViolation(page);
  await expectFits(page);
  const other = await instantOf(nearest.first());
  await nearest.first().click();
  await page.getByRole("button", { name: /^Move to/ }).click();
  await expect(page.locator("main time")).toHaveAttribute("datetime", other.replace("Z", ".000Z"));
});

test("the board that moves a call shows times over its foot", async ({ page, visitor, request }) => {
  await openBoard(page);
  await page.goto(`${await book(request, visitor, await instantOf(times(page).last()))}&move`);
  await untilHydrated(page.locator("h1"));
  for (const [width, height] of [
    [360, 740],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    const [time, foot] = await Promise.all(
      [times(page).first(), page.locator("main form")].map((part) => part.boundingBox()),
    );
    expect((time?.y ?? NaN) + (time?.height ?? NaN)).toBeLessThanOrEqual(foot?.y ?? NaN);
  }
});

test("after a canceled call the number is still there", async ({ page, visitor, request }) => {
  await openBoard(page);
  await page.goto(await book(request, visitor, await instantOf(times(page).first())));
  await page.getByText(schedulePage.cancel, { exact: true }).click();
  await page.getByRole("button", { name: schedulePage.cancelYes }).click();
  await page.getByRole("link", { name: schedulePage.again }).click();
  await untilHydrated(page.locator("h1"));
  await pickTime(page, 0);
  await expect(page.getByLabel(schedulePage.phone)).toHaveValue(PHONE);
  await form.submitButton(page).click();
  await expect(heading(page)).toHaveText(schedulePage.states.booked);
});

test("Back in the tab that booked leads to the call, not to a form", async ({ page, visitor }) => {
  await openBoard(page);
  await bookFirst(page, visitor);
  await expect(heading(page)).toHaveText(schedulePage.states.booked);
  const call = page.url().replace("&booked", "");
  await page.goBack();
  const note = page.getByRole("status").filter({ hasText: /^You're booked: \w+, \w+\s\d+, \d+:\d+\s[AP]M/ });
  await expect(note).toBeVisible();
  await expect(page.locator("input:checked")).toHaveCount(0);
  await page.reload();
  await expect(note).toBeVisible();
  await note.getByRole("link").click();
  await expect(page).toHaveURL(call);
});

test("a tab that has booked moves its call with one press", async ({ page, visitor }) => {
  await openBoard(page);
  await bookFirst(page, visitor);
  await expect(heading(page)).toHaveText(schedulePage.states.booked);
  await openBoard(page);
  const wanted = await pickOther(page);
  await expect(heading(page)).toHaveText(/^You're booked: /);
  await expect(page.locator("#lead-form")).toHaveCount(0);
  await expectNoViolation(page);
  await page.getByRole("button", { name: /^Move my call to \d+:\d+\s[AP]M$/ }).click();
  await expect(heading(page)).toHaveText(schedulePage.states.moved);
  await expect(page.locator("main time")).toHaveAttribute("datetime", wanted.replace("Z", ".000Z"));
  await openBoard(page);
  await pickOther(page);
  await page.getByRole("button", { name: schedulePage.own.another }).click();
  await expect(form.field(page, "name")).toBeVisible();
});

/** Follows the link of another time. @returns it */
async function pickOther(page: Page): Promise<string> {
  const startsAt = await instantOf(times(page).nth(4));
  await times(page).nth(4).click();
  await expect(page).toHaveURL(/[?&]at=/);
  return startsAt;
}

test("a second request says which time isn't booked, and moves there", async ({ page, visitor, request }) => {
  expectErrors(page, /Failed to load resource|The lead was not stored/);
  await openBoard(page);
  await book(request, visitor, await instantOf(times(page).first()));
  const wanted = await pickTime(page, 3);
  await untilHydrated(page.locator("#lead-form"));
  await page.getByLabel(schedulePage.phone).fill(PHONE);
  await form.sendForm(page, { ...visitor, problems: "Something else" });
  await expect(heading(page)).toHaveText(/^\d+:\d+\s[AP]M isn't booked$/);
  await expect(page.getByRole("link", { name: schedulePage.kept.mailLink })).toBeVisible();
  await expectFits(page);
  await page.goto(`${SCHEDULE_PATH}?at=${wanted}`);
  await untilHydrated(page.locator("#lead-form"));
  await page.getByLabel(schedulePage.phone).fill(PHONE);
  await form.sendForm(page, visitor);
  await expect(heading(page)).toHaveText(/^\d+:\d+\s[AP]M isn't booked$/);
  await expect(page.locator("main")).toContainText(schedulePage.own.oneCall);
  await page.getByRole("button", { name: /^Move my call to/ }).click();
  await expect(page.locator("main time")).toHaveAttribute("datetime", wanted.replace("Z", ".000Z"));
  await expect(heading(page)).toHaveText(schedulePage.states.moved);
});

test("behind a reminder a press says to be there", async ({ page, visitor, request, site }) => {
  await openBoard(page);
  const startsAt = await instantOf(times(page).first());
  await page.goto(`${await book(request, visitor, startsAt)}&coming`);
  const button = page.getByRole("button", { name: schedulePage.coming.button });
  await expectNoViolation(page);
  await expectFits(page);
  await button.click();
  await expect(page.getByText(schedulePage.coming.said)).toBeVisible();
  await expect(button).toHaveCount(0);
  await enterInbox(page, site);
  await page.goto(`/inbox?filter=booked&search=${visitor.email}`);
  await expect(page.getByRole("row").last()).toContainText(calls.coming);
});

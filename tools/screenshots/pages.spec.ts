/** Every state that a visitor can see. */
import { BOOK_CALL, SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../../tests/content.ts";
import * as form from "../../tests/e2e/booking-form.ts";
import { openStopped, pass } from "../../tests/e2e/clock.ts";
import { holdRequests, openForm } from "../../tests/e2e/hydration.ts";
import { expect, expectErrors, test as base } from "../../tests/e2e/test.ts";
import { dayLinks, times } from "../../tests/e2e/schedule-board.ts";
import { take } from "./take.ts";

const { bookCall, demo, header, hero, schedulePage } = content;

/** As long as a browser's bubble takes to come. */
const BUBBLE_MS = 1_000;

const test = base.extend({
  visitor: async ({ visitor }, use) => {
    const [name, email] = ["Sam Porter", "sam@porter-heating.example"];
    await use({ ...visitor, name, email, companyName: "Porter Heating and Air", additionalInfo: "" });
  },
});

test.beforeEach(async ({ page }) => {
  expectErrors(page, /Failed to load resource|Failed to fetch|The lead was not stored/);
  // A page waits for no font, so that it has to be in the browser's cache.
  await page.goto("/");
});

test("the landing page, its menu and its demo", async ({ page }) => {
  await take(page, "home");
  const menu = page.getByRole("button", { name: header.menuButton });
  if (await menu.isVisible()) {
    await menu.click();
    await take(page, "menu-open");
    await page.keyboard.press("Escape");
  }
  // Nothing on a long page waits for being scrolled to.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await take(page, "home-whole", "whole");
  await page.getByRole("button", { name: hero.watchDemo }).click();
  await take(page, "demo-transcript");
  await page.goto("/no-such-page");
  await take(page, "not-found");
});

test("what moves", async ({ page }) => {
  await openStopped(page);
  const [first = "", second = ""] = hero.phrases;
  await pass(page, 2000 + first.length * 50 + second.length * 60);
  await take(page, "headline-mid-word");
  await page.getByRole("button", { name: hero.watchDemo }).click();
  await page.getByRole("button", { name: demo.play, exact: true }).click();
  await pass(page, (demo.seconds / 2) * 1000);
  await take(page, "demo-playing");
});

test("the form, from empty to confirmed", async ({ page, visitor }) => {
  await openForm(page);
  await take(page, "form-empty", "whole");
  await form.submitButton(page).click();
  await page.waitForTimeout(BUBBLE_MS);
  await take(page, "form-invalid", "whole");
  await form.answerOnce(page, (route) => route.abort());
  await form.sendForm(page, visitor);
  await page.getByRole("alert").waitFor();
  await take(page, "form-failed", "whole");
  const release = await holdRequests(page, form.LEAD_REQUESTS);
  await form.submitButton(page).click();
  await page.getByRole("button", { name: bookCall.submitting }).waitFor();
  await take(page, "form-submitting", "whole");
  release();
  await form.expectConfirmed(page);
  await expect(page).toHaveURL(new RegExp(BOOK_CALL.path));
  await take(page, "confirmed");
});

test("a call, from its time to its page", async ({ page, visitor }) => {
  await page.goto(SCHEDULE_PATH);
  await dayLinks(page).first().waitFor();
  await take(page, "schedule-times");
  await times(page).first().click();
  await page.getByLabel(schedulePage.phone).fill("(201) 555-0142");
  await take(page, "schedule-form", "whole");
  await form.sendForm(page, visitor);
  await page.getByRole("link", { name: schedulePage.move }).waitFor();
  await take(page, "schedule-booked", "whole");
});

/**
 * The typing headline. `typing.test.ts` tests its times,
 * `layout-shift.spec.ts` that nothing else moves.
 */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { openStopped, pass } from "./clock.ts";
import {
  expect,
  expectErrors,
  MOVING,
  test,
  pageHeading,
  buttonIn,
} from "./test.ts";

test.use(MOVING);

const { hero } = content;

const [first = ""] = hero.phrases;
const TYPE_MS = 100;
const WAIT_MS = 2000;
const DELETE_MS = 50;

const typed = (page: Page) => page.locator("[data-typed]");
const pauseButton = (page: Page) => buttonIn(page, hero.pause);
const shown = (page: Page) => typed(page).getAttribute("data-typed");

/**
 * Stops the clock at the moment when the headline has typed its first phrase.
 */
async function openHolding(page: Page): Promise<void> {
  await openStopped(page);
  await expect(pauseButton(page)).toBeVisible();
  await pass(page, 0);
  expect(await shown(page)).toBe("");
  await pass(page, first.length * TYPE_MS);
}

test("the headline types letters, but screen readers read one heading; a pause shows a phrase", async ({
  page,
}) => {
  // Not the next try, either, starts the headline twice.
  expectErrors(page, /Failed to load resource/);
  await page.route("**/navigation-*.js", (route) => route.abort());
  await openHolding(page);
  expect(await shown(page)).toBe(first);
  await pass(page, WAIT_MS);
  await pass(page, 5 * DELETE_MS);
  expect(await shown(page)).toBe(first.slice(0, -5));
  const heading = pageHeading(page);
  expect(await heading.textContent()).toBe(first);
  await expect(heading).toHaveAccessibleName(first);

  await pauseButton(page).focus();
  await page.keyboard.press("Space");
  await expect(buttonIn(page, hero.resume)).toBeFocused();
  await expect(typed(page)).toHaveAttribute("data-typed", first);
  await pass(page, 3 * WAIT_MS);
  expect(await shown(page)).toBe(first);
  await buttonIn(page, hero.resume).click();
  await expect(pauseButton(page)).toBeFocused();
  // A translator changes the text.
  await heading
    .getByText(first)
    .evaluate((text) => (text.textContent = "Heute"));
  await pass(page, 0);
  await pass(page, WAIT_MS);
  await pass(page, DELETE_MS);
  expect(await shown(page)).toBe("Heute");
});

test("under reduced motion the headline does not move, and has no pause button", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openStopped(page);
  await pass(page, 3 * WAIT_MS);
  await expect(pageHeading(page).getByText(first)).toHaveCSS("opacity", "1");
  await expect(typed(page)).toHaveCount(0);
  await expect(pauseButton(page)).toBeHidden();
});

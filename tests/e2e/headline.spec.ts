/** The typing headline: its phrases, timing and pause. `layout-shift.spec.ts` tests that nothing else moves. */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { openStopped, pass } from "./clock.ts";
import { expect, test } from "./test.ts";

const { hero } = content;

const PHRASES = hero.phrases;
const [first = "", second = ""] = PHRASES;
const TYPE_MS = 100;
const WAIT_MS = 2000;
const DELETE_MS = 50;

const typed = (page: Page) => page.locator("[data-typed]");
const pauseButton = (page: Page) => page.getByRole("button", { name: hero.pause });
const shown = (page: Page) => typed(page).getAttribute("data-typed");

/** Stops the clock at the moment when the headline begins to hold its first phrase. */
async function openHolding(page: Page): Promise<void> {
  await openStopped(page);
  await expect(pauseButton(page)).toBeVisible();
  await pass(page, 0);
}

/** Expects no change until the last millisecond, and then this text. */
async function expectAfter(page: Page, milliseconds: number, text: string): Promise<void> {
  const before = await shown(page);
  await pass(page, milliseconds - 1);
  expect(await shown(page), `1 ms before "${text}"`).toBe(before);
  await pass(page, 1);
  expect(await shown(page)).toBe(text);
}

test("types a character in 100 ms, holds for 2000 ms, deletes a character in 50 ms", async ({ page }) => {
  await openHolding(page);
  expect(await shown(page)).toBe(first);
  await pass(page, WAIT_MS - 1);
  await pass(page, 1);
  expect(await shown(page), "the hold has ended and nothing is deleted yet").toBe(first);
  await expectAfter(page, DELETE_MS, first.slice(0, -1));
  for (let length = first.length - 1; length > 0; length--) await pass(page, DELETE_MS);
  expect(await shown(page)).toBe("");
  await pass(page, 1); // The next phrase begins.
  await expectAfter(page, TYPE_MS, second.slice(0, 1));
  for (let length = 2; length <= second.length; length++) await pass(page, TYPE_MS);
  expect(await shown(page)).toBe(second);
  await pass(page, WAIT_MS - 1);
  await pass(page, DELETE_MS);
  expect(await shown(page), "held for 2000 ms").toBe(second);
});

test("is one heading of plain text, printed in full, even in the middle of a word", async ({ page }) => {
  await openHolding(page);
  await pass(page, WAIT_MS);
  for (let times = 0; times < 5; times++) await pass(page, DELETE_MS);
  const heading = page.getByRole("heading", { level: 1 });
  expect(await heading.textContent()).toBe(first);
  await expect(heading).toHaveAccessibleName(first);
  await page.emulateMedia({ media: "print" });
  await expect(typed(page)).toBeHidden();
  await expect(heading.getByText(first)).toHaveCSS("opacity", "1");
  await expect(page.getByRole("button")).toHaveCount(0);
});

test("stops at a whole phrase while paused, by keyboard too, and continues when resumed", async ({
  page,
}) => {
  await openHolding(page);
  await pass(page, WAIT_MS);
  for (let times = 0; times < 5; times++) await pass(page, DELETE_MS);
  expect(await shown(page)).toBe(first.slice(0, -5));
  await pauseButton(page).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: hero.resume })).toBeFocused();
  await expect(typed(page)).toHaveAttribute("data-typed", first);
  for (let times = 0; times < 20; times++) await pass(page, WAIT_MS);
  expect(await shown(page)).toBe(first);

  await page.getByRole("button", { name: hero.resume }).click();
  await expect(pauseButton(page)).toBeFocused();
  await pass(page, 0);
  await pass(page, WAIT_MS);
  await expectAfter(page, DELETE_MS, first.slice(0, -1));
});

test("under reduced motion it does not move, and has no pause button", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openStopped(page);
  for (let times = 0; times < 10; times++) await pass(page, WAIT_MS);
  await expect(page.getByRole("heading", { level: 1 }).getByText(first)).toHaveCSS("opacity", "1");
  await expect(typed(page)).toHaveCount(0);
  await expect(pauseButton(page)).toBeHidden();
});

test("the caret follows the last letter at every width", { tag: "@full" }, async ({ page }) => {
  await openHolding(page);
  const distances: Record<number, number> = {};
  for (let width = 320; width <= 1440; width += 56) {
    await page.setViewportSize({ width, height: 800 });
    distances[width] = await page.evaluate(() => {
      const text = document.querySelector("h1 > span")?.firstChild;
      const caret = document.querySelector("[data-typed] > span")?.getBoundingClientRect();
      if (!(text instanceof Text) || !caret) return Infinity;
      const last = document.createRange();
      last.setStart(text, text.length - 1);
      last.setEnd(text, text.length);
      const { right, top } = last.getBoundingClientRect();
      return Math.round(Math.hypot(caret.left - right, caret.top - top));
    });
  }
  expect(Math.max(...Object.values(distances)), JSON.stringify(distances)).toBeLessThanOrEqual(1);
});

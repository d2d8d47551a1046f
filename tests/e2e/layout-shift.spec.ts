/** Nothing moves by itself: not when the font arrives late, not at hydration, not while the headline types. */
import type { BrowserContext, Page } from "@playwright/test";
import { content } from "../content.ts";
import { holdRequests, untilHydrated } from "./hydration.ts";
import { watchShifts } from "./layout-shifts.ts";
import { expect, test } from "./test.ts";

/** A layout shift score; 0.1 is unstable. Not 0: labels may slide beside narrower neighbors. */
const MOST_SHIFT = 0.01;
const MOST_SHIFT_WHILE_TYPING = 0.01;

test(
  "only the caret moves while the headline types on a phone",
  { tag: "@full" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.addInitScript(hurry);
    const moved = await watchShifts(page);
    await page.goto("/");
    await untilHydrated(page.locator("h1"));
    expect(await watchTyping(page), "heights").toHaveLength(1);
    expect((await moved()).score).toBeLessThan(MOST_SHIFT_WHILE_TYPING);
  },
);

/** Runs in the page: every timer is 25 times as fast. */
function hurry(): void {
  const original = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (handler: () => void, after = 0) =>
      original(handler, after / 25),
  });
}

test("neither the late display font nor the script moves anything on a phone", ({
  context,
}) => expectStill(context, ["/ 360", "/book-call 360"]));

/** Expects that nothing moves in these places while the display font and the script arrive. */
async function expectStill(
  context: BrowserContext,
  places: readonly string[],
): Promise<void> {
  const shifted: string[] = [];
  const waiting = [...places];
  const showPlaces = async () => {
    const page = await context.newPage();
    // Reduced motion keeps the headline from typing, since its caret would change the line.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const moved = await watchShifts(page);
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      const [path = "", width] = place.split(" ");
      await page.setViewportSize({ width: Number(width), height: 800 });
      const release = await holdFont(page);
      // With a query, so that each page is loaded anew.
      await page.goto(`${path}?${width}`, { waitUntil: "commit" });
      await untilPainted(page);
      await release();
      await page.evaluate(() => document.fonts.ready);
      await untilHydrated(page.locator("h1"));
      const { score, upOrDown } = await moved();
      if (score >= MOST_SHIFT || upOrDown.length > 0)
        shifted.push(`${place}: ${score} ${upOrDown.join()}`);
    }
  };
  // Several pages at once, since a page mostly waits.
  await Promise.all(
    Array.from({ length: Math.min(3, places.length) }, showPlaces),
  );
  expect(shifted).toEqual([]);
}

/** Delays the display font. @returns a function that waits while the font arrives */
async function holdFont(page: Page): Promise<() => Promise<void>> {
  const release = await holdRequests(page, "**/*.woff2");
  return async () => {
    const font = page.waitForEvent("requestfinished", (request) =>
      request.url().endsWith(".woff2"),
    );
    release();
    await font;
    await page.waitForLoadState("load");
  };
}

/** Waits until the page has been shown in its fallback font. Source: CSS Fonts 4, `font-display`. */
async function untilPainted(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return paint && performance.now() - paint.startTime > 500;
  });
}

/** Waits until each phrase has been typed. @returns the heights that the headline had, in CSS pixels */
async function watchTyping(page: Page): Promise<number[]> {
  return page.evaluate(async (phrases) => {
    const heading = document.querySelector("h1");
    const text = heading?.querySelector("[data-typed]");
    if (!heading || !text) throw new Error("The headline is gone.");
    await document.fonts.ready;
    const heights = new Set<number>();
    const missing = new Set<string | null>(phrases);
    await new Promise<void>((resolve) => {
      new MutationObserver(() => {
        heights.add(heading.getBoundingClientRect().height);
        missing.delete(text.getAttribute("data-typed"));
        if (missing.size === 0) resolve();
      }).observe(text, { attributes: true });
    });
    return [...heights];
  }, content.hero.phrases);
}

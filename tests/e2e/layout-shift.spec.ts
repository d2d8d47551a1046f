/**
 * Nothing moves by itself: not when the font arrives
 * late, not at hydration, not while the headline types.
 */

import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { holdRequests, untilHydrated } from "./hydration.ts";
import { expect, test } from "./test.ts";

/**
 * A layout shift score; 0.1 is unstable. Not 0:
 * labels may slide beside narrower neighbors.
 */
const MOST_SHIFT = 0.01;

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
    await page.waitForFunction(
      (last) => document.querySelector(`[data-typed="${last}"]`),
      content.hero.phrases.at(-1),
    );
    expect((await moved()).score).toBeLessThan(MOST_SHIFT);
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

for (const path of ["/", "/book-call"])
  test(`neither the late display font nor the script moves anything of ${path} on a phone`, async ({
    page,
  }) => {
    const moved = await watchShifts(page);
    await page.setViewportSize({ width: 360, height: 800 });
    const release = await holdFont(page);
    await page.goto(path, { waitUntil: "commit" });
    await untilPainted(page);
    await release();
    await page.evaluate(() => document.fonts.ready);
    await untilHydrated(page.locator("h1"));
    const { score, upOrDown } = await moved();
    expect(upOrDown).toEqual([]);
    expect(score).toBeLessThan(MOST_SHIFT);
  });

/**
 * Delays the display font. @returns a
 * function that waits while the font arrives
 */
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

/**
 * Waits until the page has been shown in its fallback
 * font. Source: CSS Fonts 4, `font-display`.
 */
async function untilPainted(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return paint && performance.now() - paint.startTime > 500;
  });
}

interface Moved {
  score: number;
  /** Texts of the elements that moved up or down. */
  upOrDown: string[];
}

/**
 * Adds up shifts without input (Layout Instability
 * API). @returns a function that reads the sum
 */
async function watchShifts(page: Page): Promise<() => Promise<Moved>> {
  await page.addInitScript(() => {
    let score = 0;
    const upOrDown: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (
          !(
            "value" in entry &&
            "hadRecentInput" in entry &&
            "sources" in entry
          ) ||
          entry.hadRecentInput
        )
          continue;
        score += Number(entry.value);
        if (!Array.isArray(entry.sources)) continue;
        for (const { node, previousRect, currentRect } of entry.sources)
          if (previousRect.y !== currentRect.y)
            upOrDown.push(node?.textContent?.slice(0, 40) ?? "a drawn part");
      }
    }).observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { readShifts: () => ({ score, upOrDown }) });
  });
  return () =>
    page.evaluate(async () => {
      // Two frames, since each frame reports
      // the movement of the frame before it.
      for (let frames = 0; frames < 2; frames++)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return Reflect.get(window, "readShifts")();
    });
}

/** Nothing moves by itself: not when the font comes late, not when the script takes over, not while words are typed. */
import type { Page } from "@playwright/test";
import { hurry } from "./clock.ts";
import { untilHydrated } from "./hydration.ts";
import { expect, test } from "./test.ts";
import { watchTyping } from "./typing-cycle.ts";

/**
 * The most that may move, as the browser scores it (from 0.1 on it calls a page unsteady). More than nothing, since
 * a fallback is as high as the sign face but not in every word as wide: a label at the right edge gives a few pixels.
 */
const MOST = 0.01;

interface Moved {
  score: number;
  /** What changed its height on the page: a line more or less above it. */
  upOrDown: string[];
}

/** Adds up what moves without the visitor's doing. Source: Layout Instability API. */
async function watchShifts(page: Page): Promise<() => Promise<Moved>> {
  await page.addInitScript(() => {
    let score = 0;
    const upOrDown: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!("value" in entry && "hadRecentInput" in entry && "sources" in entry) || entry.hadRecentInput)
          continue;
        score += Number(entry.value);
        if (!Array.isArray(entry.sources)) continue;
        for (const { node, previousRect, currentRect } of entry.sources) {
          if (previousRect.y !== currentRect.y)
            upOrDown.push(node?.textContent?.slice(0, 40) ?? "a drawn part");
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { readShifts: () => ({ score, upOrDown }) });
  });
  return () =>
    page.evaluate(async () => {
      // Two frames: what the last one moved is reported with the next.
      for (let frames = 0; frames < 2; frames++)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return readShifts();
    });
}

for (const width of [360, 768, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const path of ["/", "/book-call"]) {
      test(`${path} does not move when its font and its script come late`, async ({ page }) => {
        const moved = await watchShifts(page);
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        await page.route("**/*.woff2", async (route) => {
          await released;
          await route.continue();
        });
        // What waits for the font waits with it: the load event, and the script that comes after that.
        await page.goto(path, { waitUntil: "commit" });
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await moved(), "painted without the font").toEqual({ score: 0, upOrDown: [] });
        const font = page.waitForEvent("requestfinished", (request) => request.url().endsWith(".woff2"));
        release();
        await font;
        await page.waitForLoadState("load");
        await page.evaluate(async () => {
          await document.fonts.ready;
        });
        await untilHydrated(page.locator("h1"));
        const { score, upOrDown } = await moved();
        expect(upOrDown).toEqual([]);
        expect(score).toBeLessThan(MOST);
      });
    }

    test("nothing but the caret moves while the headline types", async ({ page }) => {
      await hurry(page, 25);
      const moved = await watchShifts(page);
      await page.goto("/");
      await untilHydrated(page.locator("h1"));
      await watchTyping(page);
      expect((await moved()).score).toBeLessThan(MOST);
    });
  });
}

declare global {
  /** Put into the page by `watchShifts`. */
  function readShifts(): Moved;
}

/** Nothing moves by itself: not when the font arrives late, not at hydration, not while the headline types. */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { hurry } from "./clock.ts";
import { holdRequests, untilHydrated } from "./hydration.ts";
import { watchShifts } from "./layout-shifts.ts";
import { expect, test } from "./test.ts";

/** Layout shift score (0.1 is unstable). A label of a row may slide along its line by what those beside it lose. */
const LABELS = 0.01;
/** The same while the headline types. */
const CARET = 0.01;

for (const width of [360, 1280])
  test(
    `only the caret moves while the headline types at ${width} px`,
    { tag: width === 360 ? [] : "@full" },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await hurry(page, 25);
      const moved = await watchShifts(page);
      await page.goto("/");
      await untilHydrated(page.locator("h1"));
      expect(await watchTyping(page), "heights").toHaveLength(1);
      expect((await moved()).score).toBeLessThan(CARET);
    },
  );

const PHONE = ["/ 360", "/book-call 360"];
/** Tablets and desks, too (docs/decisions/page.md), and pages where a line of one fallback is about to break. */
const WIDTHS = [320, 375, 390, 414, 480, 540, 600, 667, 768, 820, 900, 1024, 1100, 1180, 1280, 1366];
const WIDE = [1440, 1536, 1680, 1920];
const FORM = ["/book-call 480", "/book-call 667", "/book-call 1280"];
const OTHERS = [...[...WIDTHS, ...WIDE].map((width) => `/ ${width}`), ...FORM, "/hvac 900"];

for (const [where, places] of Object.entries({ "on a phone": PHONE, "at every width": OTHERS }))
  test(
    `neither the late display font nor the script moves anything ${where}`,
    { tag: places === PHONE ? [] : "@full" },
    async ({ context }) => {
      // Two dozen pages.
      test.slow();
      const shifted: string[] = [];
      const show = async (place: string) => {
        const [path = "", width] = place.split(" ");
        const page = await context.newPage();
        // Otherwise the headline begins to type when the script is fast, and its caret changes the line.
        await page.emulateMedia({ reducedMotion: "reduce" });
        await page.setViewportSize({ width: Number(width), height: 800 });
        const moved = await watchShifts(page);
        const release = await holdFont(page);
        // Another address, so that no page has what another one kept.
        await page.goto(`${path}?${width}`, { waitUntil: "commit" });
        await untilPainted(page);
        await release();
        await page.evaluate(() => document.fonts.ready);
        if (path !== "/hvac") await untilHydrated(page.locator("h1"));
        const { score, upOrDown } = await moved();
        if (score >= LABELS || upOrDown.length > 0) shifted.push(`${place}: ${score} ${upOrDown.join()}`);
        await page.close();
      };
      // Several at once: most of the time is a wait.
      for (let at = 0; at < places.length; at += 8) await Promise.all(places.slice(at, at + 8).map(show));
      expect(shifted).toEqual([]);
    },
  );

/** Delays the display font. @returns a function that lets it arrive and waits for it */
async function holdFont(page: Page): Promise<() => Promise<void>> {
  const release = await holdRequests(page, "**/*.woff2");
  return async () => {
    const font = page.waitForEvent("requestfinished", (request) => request.url().endsWith(".woff2"));
    release();
    await font;
    await page.waitForLoadState("load");
  };
}

/** Waits until the page has been shown in its fallback. Source: CSS Fonts 4, `font-display`. */
async function untilPainted(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return paint && performance.now() - paint.startTime > 500;
  });
}

/** Waits until every phrase was complete once. @returns the heights of the headline meanwhile, in CSS pixels */
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

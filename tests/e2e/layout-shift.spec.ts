/** Nothing moves by itself: not when the font arrives late, not at hydration, not while the headline types. */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { hurry } from "./clock.ts";
import { holdRequests, holdScript, untilHydrated } from "./hydration.ts";
import { watchShifts } from "./layout-shifts.ts";
import { expect, test } from "./test.ts";

/** Layout shift score (0.1 is unstable). A label may slide along its line by less than a letter. */
const LABELS = 0.002;
/** The same while the headline types. */
const CARET = 0.01;

for (const width of [360, 768, 1280]) {
  test.describe(`at ${width} px`, { tag: width === 360 ? [] : "@full" }, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const path of ["/", "/book-call"]) {
      test(`${path} does not move when its font and its script arrive late`, async ({ page }) => {
        const moved = await watchShifts(page);
        const release = await holdFont(page);
        // The load event waits for the font, and the script waits for the load event.
        await page.goto(path, { waitUntil: "commit" });
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await moved(), "painted without the font").toEqual({ score: 0, upOrDown: [], largest: "" });
        await untilPainted(page);
        await release();
        await page.evaluate(async () => {
          await document.fonts.ready;
        });
        await untilHydrated(page.locator("h1"));
        const { score, upOrDown } = await moved();
        expect(upOrDown).toEqual([]);
        expect(score).toBeLessThan(LABELS);
      });
    }

    test("only the caret moves while the headline types; its height stays", async ({ page }) => {
      await hurry(page, 25);
      const moved = await watchShifts(page);
      await page.goto("/");
      await untilHydrated(page.locator("h1"));
      expect(await watchTyping(page)).toHaveLength(1);
      const { score, largest } = await moved();
      expect(score, largest).toBeLessThan(CARET);
    });
  });
}

/** Fallbacks differ from the font by a fraction of a percent, so only a long text moves. */
const LABEL = "ON DUTY WHILE YOU SLEEP, 24/7";

for (const { name, page: body, put } of [
  { name: "is put on a page where nothing moves", page: `<h1><span>${LABEL}</span></h1>`, put: true },
  {
    name: "is not put on where a line would go up or down",
    page: `<h1><span style="display: inline-block; aspect-ratio: 1">${LABEL.repeat(9)}</span></h1><p>Below</p>`,
    put: false,
  },
  {
    name: "is not put on where something would go far to the side",
    page: `<h1 style="white-space: nowrap"><span>${LABEL.repeat(60)}</span> <i style="display: inline-block">Beside</i></h1>`,
    put: false,
  },
]) {
  test(`the late display font, ${name}`, { tag: "@full" }, async ({ page }) => {
    await page.route("/", async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace(
        /<div id="root">.*<\/div>(?=<script)/s,
        `<div id="root">${body}</div>`,
      );
      await route.fulfill({ contentType: "text/html", body: html });
    });
    await holdScript(page);
    const release = await holdFont(page);
    await page.goto("/", { waitUntil: "commit" });
    await untilPainted(page);
    const label = page.locator("h1 span");
    const width = () => label.evaluate((element) => element.getBoundingClientRect().width);
    const inFallback = await width();
    await release();
    await page.evaluate(() => document.fonts.ready);
    if (put) await expect.poll(width).not.toBe(inFallback);
    else expect(await width()).toBe(inFallback);
  });
}

/** Phones, tablets and desks (docs/decisions/page.md), and pages where a line of one fallback is about to break. */
const WIDTHS = [
  320, 360, 375, 390, 414, 480, 540, 600, 667, 768, 820, 900, 1024, 1100, 1180, 1280, 1366, 1440, 1536, 1680,
  1920,
];
const PLACES = [...WIDTHS.map((width) => `/ ${width}`), "/book-call 480", "/book-call 667", "/hvac 900"];

test(
  "the late display font is put on the landing page at every width",
  { tag: "@full" },
  async ({ context }) => {
    // Two dozen pages.
    test.slow();
    const withdrawn: string[] = [];
    const show = async (place: string) => {
      const [path = "", width] = place.split(" ");
      const page = await context.newPage();
      await page.setViewportSize({ width: Number(width), height: 800 });
      const release = await holdFont(page);
      // Another address, so that no page has what another one kept.
      await page.goto(`${path}?${width}`, { waitUntil: "commit" });
      await untilPainted(page);
      await release();
      // The rule of the style sheet, and the face that is put on late.
      const isOn = () =>
        [...document.fonts].filter(({ family }) => family.includes("Big Shoulders")).length > 1;
      await page.waitForFunction(isOn, null, { timeout: 10_000 }).catch(() => withdrawn.push(place));
      await page.close();
    };
    // Several at once: most of the time is a wait.
    for (let at = 0; at < PLACES.length; at += 8) await Promise.all(PLACES.slice(at, at + 8).map(show));
    expect(withdrawn).toEqual([]);
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

/** Waits until the browser has given up on the display font. Source: CSS Fonts 4, `font-display`. */
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

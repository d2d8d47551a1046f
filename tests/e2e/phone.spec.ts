/**
 * A small phone with a bottom bar, and a phone with a notch.
 * `accessibility.spec.ts` tests that all fits.
 */

import type { Locator, Page } from "@playwright/test";
import { SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import { submitButton } from "./booking-form.ts";
import { openHome, openWithTimes } from "./hydration.ts";
import { bookFirst, openBoard, pickTime } from "./schedule-board.ts";
import { expect, test, linkIn } from "./test.ts";

const { header } = content;

test.use({ viewport: { width: 360, height: 640 } });

async function endOf(element: Locator): Promise<number> {
  const { y = NaN, height = NaN } = (await element.boundingBox()) ?? {};
  return y + height;
}

test("the form of a chosen time fits two screens, and shows the time above its button", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openBoard(page);
  await pickTime(page);
  expect(await endOf(submitButton(page))).toBeLessThanOrEqual(2 * 740);
  await submitButton(page).scrollIntoViewIfNeeded();
  await expect(page.locator("main time").last()).toBeInViewport({ ratio: 1 });
});

/**
 * Far sections have estimated heights until a browser has a moment for them.
 */
const layOutWhole = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset["whole"] = "";
  });

/** The width of "The furnace quit at seven." in Arial at 100 px, in px. */
const ARIAL_WIDTH = 1157;

test("the landing page has at most eleven screens, each with a way to book", async ({
  page,
}) => {
  await openWithTimes(page, "/");
  const bookNow = linkIn(page.locator("#hero"), content.hero.bookNow);
  await expect(bookNow, "on the first screen").toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await layOutWhole(page);
  // These fonts are as wide as those of phones;
  // the font of a bare Debian is a sixth wider.
  await page.evaluate(() =>
    document.documentElement.style.setProperty(
      "--font-text",
      "'Liberation Sans', Arial, Roboto, sans-serif",
    ),
  );
  const height = () =>
    page.evaluate(() => document.documentElement.scrollHeight);
  // Without these fonts, the page is longer by
  // as much as the machine's font is wider.
  const wider = await page.evaluate((arial) => {
    const drawing = document.createElement("canvas").getContext("2d");
    if (drawing)
      drawing.font = "100px 'Liberation Sans', Arial, Roboto, sans-serif";
    return (
      (drawing?.measureText("The furnace quit at seven.").width ?? 0) / arial
    );
  }, ARIAL_WIDTH);
  expect(await height()).toBeLessThanOrEqual(11 * 740 * Math.max(1, wider));
  const book = linkIn(page.getByRole("complementary"), header.pickTime);
  // The first screen has its own button.
  for (let top = 740; top < (await height()); top += 740) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    await expect(book).toBeInViewport({ ratio: 1 });
  }
});

/**
 * Expects controls 44 px high (WCAG 2.5.5). @param
 * exempt selects sentences, whose links may be lower
 */
async function expectThumbs(page: Page, exempt: string): Promise<void> {
  const small = await page.evaluate(
    (sentences) =>
      [
        ...document.querySelectorAll(
          "a, button, input, select, summary, textarea",
        ),
      ]
        .filter(
          (element) => element.checkVisibility() && !element.closest(sentences),
        )
        .filter((element) => element.getBoundingClientRect().width > 1)
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => element.outerHTML.slice(0, 100)),
    exempt,
  );
  expect(small, page.url()).toEqual([]);
}

test("buttons and links of the pages that book are at least 44 px high", async ({
  page,
  visitor,
}) => {
  for (const path of ["/", "/book-call"]) {
    await page.goto(path);
    await expectThumbs(page, "p:has(> a)");
  }
  const consent = "form p";
  await openBoard(page);
  await expectThumbs(page, consent);
  await bookFirst(page, visitor);
  await expectThumbs(page, consent);
});

test("a phone's bottom bar does not hide the page's end, and leads to the times", async ({
  page,
}) => {
  await openHome(page);
  const bar = page.getByRole("complementary", { name: header.bookCall });
  await layOutWhole(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const last = linkIn(page, content.legalLinks.at(-1)?.label ?? "");
  const { y: top = NaN } = (await bar.boundingBox()) ?? {};
  expect(await endOf(last)).toBeLessThanOrEqual(top);
  const opened = page.waitForEvent("popup");
  await linkIn(bar, header.pickTime).click();
  await expect(await opened).toHaveURL(SCHEDULE_PATH);
});

test(
  "the bar comes once the first button has left the screen",
  { tag: "@engines" },
  async ({ page }) => {
    await openHome(page);
    const bar = page.locator("aside");
    const button = linkIn(page.locator("main"), content.hero.bookNow);
    const { y: top = NaN } = (await button.boundingBox()) ?? {};
    const scrollTo = (to: number) =>
      page.evaluate((y) => window.scrollTo(0, y), to);

    await expect(bar).not.toBeInViewport();
    await scrollTo(top - 100);
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(bar).not.toBeInViewport();
    await scrollTo(top + 200);
    await expect(bar).toBeInViewport();
  },
);

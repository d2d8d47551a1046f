/**
 * Navigation inside the app loads no document, but
 * visitors find what a loaded document would have.
 */

import type { Page } from "@playwright/test";
import { content, sectionLabel } from "../content.ts";
import {
  followToForm,
  holdRequests,
  openHome,
  untilHydrated,
} from "./hydration.ts";
import { expect, expectErrors, test, pageHeading, linkIn } from "./test.ts";

const { pages } = content;

const inBar = (page: Page, name: string) =>
  linkIn(page.getByRole("banner"), name);
const bookACall = (page: Page) => inBar(page, content.header.bookCall);

const markDocument = (page: Page) =>
  page.evaluate(() => Object.assign(window, { visit: "the same" }));

const isSameDocument = (page: Page) => page.evaluate(() => "visit" in window);

async function scrollDown(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
}

const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY));

test(
  "the form opens at its top; Back, Forward and the logo work",
  { tag: "@engines" },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openHome(page);
    await markDocument(page);
    await scrollDown(page, 900);
    await bookACall(page).click();
    await expect(page).toHaveURL(/\/book-call$/);
    await expect(page).toHaveTitle(pages.bookCall.title);
    await expect(pageHeading(page)).toBeFocused();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      /\/book-call$/,
    );
    expect(await scrolledTo(page)).toBe(0);
    await expect(page.locator("[data-under-way]")).toHaveCount(0);

    await page.goBack();
    await expect(page).toHaveTitle(pages.home.title);
    await expect.poll(() => scrolledTo(page)).toBe(900);
    await expect(page.getByRole("contentinfo")).toBeVisible();

    await page.goForward();
    await expect(page).toHaveTitle(pages.bookCall.title);
    await expect(pageHeading(page)).toBeFocused();
    expect(await scrolledTo(page)).toBe(0);
    await page.getByRole("banner").locator('a[href="/"]').first().click();
    await expect(page).toHaveTitle(pages.home.title);
    await expect(pageHeading(page)).toBeFocused();
    expect(await isSameDocument(page)).toBe(true);
  },
);

test("a reload keeps the position", { tag: "@full" }, async ({ page }) => {
  await openHome(page);
  const section = page.locator("#testimonials");
  const topOf = async () => Math.round((await section.boundingBox())?.y ?? NaN);
  await section.evaluate((element) => element.scrollIntoView());
  await expect(section).toHaveCSS("content-visibility", "visible");
  const [top, scrolled] = [await topOf(), await scrolledTo(page)];
  await page.reload();
  await expect.poll(() => scrolledTo(page)).toBe(scrolled);
  expect(await topOf()).toBe(top);
  await page.keyboard.press("Shift");
  await untilHydrated(page.locator("#headline"));
  expect(await topOf()).toBe(top);
});

test(
  "a click with Ctrl opens a tab; a section's link cancels a page that loads; Back works before the script has loaded",
  { tag: "@full" },
  async ({ page, context }) => {
    await openHome(page);
    const about = inBar(page, sectionLabel("about"));
    for (const link of [about, bookACall(page)]) {
      const opened = context.waitForEvent("page");
      await link.click({ modifiers: ["ControlOrMeta"] });
      await expect(await opened).toHaveURL(/\/(#about|book-call)$/);
      await expect(page).toHaveURL(/\/$/);
    }
    const hold = () => holdRequests(page, /\/bookCall-content-/);
    const late = await hold();
    await bookACall(page).click();
    await about.click();
    await expect(page.locator("[data-under-way]")).toHaveCount(0);
    late();
    await page.waitForLoadState("networkidle");
    await expect(page).toHaveTitle(pages.home.title);
    const release = await hold();
    await bookACall(page).click();
    await linkIn(page, content.header.skipLink).press("Enter");
    release();
    await expect(page).toHaveTitle(pages.bookCall.title);
    await page.goBack();
    await page.goBack();
    await expect(page.locator("#about")).toBeFocused();
    await followToForm(page);
    await holdRequests(page, /\/assets\/hydrate-/);
    await page.reload();
    await page.goBack();
    await expect(page).toHaveTitle(pages.home.title);
    await expect(page.getByRole("contentinfo")).toBeVisible();
  },
);

test("a page whose script does not arrive is loaded as a document", async ({
  page,
}) => {
  expectErrors(
    page,
    /Failed to load resource|Failed to fetch dynamically imported module|These styles did not come/,
  );
  await openHome(page);
  await markDocument(page);
  await page.route(/\/assets\/book-call-.*js/, (route) => route.abort(), {
    times: 1,
  });
  await followToForm(page);
  await expect(pageHeading(page)).toBeVisible();
  expect(await isSameDocument(page)).toBe(false);
});

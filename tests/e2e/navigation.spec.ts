/** Navigation inside the app loads no document, but visitors find what a loaded document would have. */
import type { Page } from "@playwright/test";
import { content, sectionLabel } from "../content.ts";
import {
  followToForm,
  goToForm,
  holdRequests,
  openForm,
  openHome,
  untilHydrated,
} from "./hydration.ts";
import { expect, expectErrors, test } from "./test.ts";

const { pages } = content;

const inBar = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("link", { name });
const bookACall = (page: Page) => inBar(page, content.header.bookCall);
const toSection = (page: Page, id: string) => inBar(page, sectionLabel(id));

const markDocument = (page: Page) =>
  page.evaluate(() => Object.assign(window, { visit: "the same" }));

const isSameDocument = (page: Page) => page.evaluate(() => "visit" in window);

async function scrollDown(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
}

const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY));

test(
  "the form opens at its top; Back and Forward work",
  { tag: "@engines" },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openHome(page);
    await markDocument(page);
    await scrollDown(page, 900);
    await bookACall(page).click();
    await expect(page).toHaveURL(/\/book-call$/);
    await expect(page).toHaveTitle(pages.bookCall.title);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      /\/book-call$/,
    );
    expect(await scrolledTo(page)).toBe(0);

    await page.goBack();
    await expect(page).toHaveTitle(pages.home.title);
    await expect.poll(() => scrolledTo(page)).toBe(900);
    await expect(page.getByRole("contentinfo")).toBeVisible();

    await page.goForward();
    await expect(page).toHaveTitle(pages.bookCall.title);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    expect(await scrolledTo(page)).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
  },
);

test(
  "a double tap on Book a Call adds one entry to the history",
  { tag: "@full" },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openHome(page);
    const before = await page.evaluate(() => history.length);
    await bookACall(page).dblclick();
    await expect(page).toHaveTitle(pages.bookCall.title);
    await expect(page.locator("html")).not.toHaveAttribute("data-under-way");
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
  },
);

test("a reload keeps the position", { tag: "@full" }, async ({ page }) => {
  await openHome(page);
  await scrollDown(page, 900);
  await page.reload();
  await expect.poll(() => scrolledTo(page)).toBe(900);
  await page.keyboard.press("Shift");
  await untilHydrated(page.locator("#headline"));
  expect(await scrolledTo(page)).toBe(900);
});

test(
  "Back during a smooth scroll returns to where the scroll began",
  { tag: "@full" },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openHome(page);
    await scrollDown(page, 500);
    await toSection(page, "testimonials").click();
    await expect.poll(() => scrolledTo(page)).toBeGreaterThan(500);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => scrolledTo(page)).toBe(500);
  },
);

test(
  "a later click wins over a page that is loading",
  { tag: "@full" },
  async ({ page }) => {
    const release = await holdRequests(page, /\/assets\/book-call-.*js/);
    await openHome(page);
    await bookACall(page).click();
    await expect(page.locator("html")).toHaveAttribute("data-under-way");
    await toSection(page, "about").click();
    await expect(page.locator("html")).not.toHaveAttribute("data-under-way");
    release();
    await page.waitForLoadState("networkidle");
    await expect(page).toHaveURL(/#about$/);
    await expect(page).toHaveTitle(pages.home.title);
  },
);

test(
  "the form's logo leads back inside the app",
  { tag: "@full" },
  async ({ page }) => {
    await openForm(page);
    await markDocument(page);
    await page.getByRole("banner").locator('a[href="/"]').first().click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page).toHaveTitle(pages.home.title);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await toSection(page, "testimonials").click();
    await expect(page.locator("#testimonials")).toBeFocused();
    await expect(page.locator("#testimonials")).toBeInViewport();
    expect(await isSameDocument(page)).toBe(true);
  },
);

test("a form opened inside the app has the sizes of a loaded form @full", async ({
  page,
}) => {
  const sizes = () =>
    page.locator("main form *").evaluateAll((all) =>
      all.map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return [width, height].map(Math.round).join(" x ");
      }),
    );
  await openForm(page);
  await page.evaluate(() => document.fonts.ready);
  const loaded = await sizes();
  await goToForm(page);
  await expect.poll(sizes).toEqual(loaded);
});

test(
  "pages cross-fade unless motion is reduced",
  { tag: "@full" },
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { transitions: 0 });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        Object.assign(window, {
          transitions: Reflect.get(window, "transitions") + 1,
        });
        return start(update);
      };
    });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await goToForm(page);
    await expect(page.locator("#book-call")).toBeFocused();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goBack();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, "transitions"))).toBe(
      1,
    );
  },
);

test(
  "a click with Ctrl opens a tab; Back works before the script has loaded",
  { tag: "@full" },
  async ({ page, context }) => {
    await openHome(page);
    const opened = context.waitForEvent("page");
    await bookACall(page).click({ modifiers: ["ControlOrMeta"] });
    await expect(await opened).toHaveURL(/\/book-call$/);
    await expect(page).toHaveURL(/\/$/);
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
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await isSameDocument(page)).toBe(false);
});

test(
  "without the Navigation API links and Back work, too",
  { tag: "@full" },
  async ({ page }) => {
    await page.addInitScript(
      () => void Reflect.deleteProperty(window, "navigation"),
    );
    await openHome(page);
    await markDocument(page);
    await scrollDown(page, 500);
    await toSection(page, "features").click();
    await expect(page.locator("#features")).toBeFocused();
    await expect(page).toHaveURL(/#features$/);
    await expect(page.locator("#features")).toBeInViewport();
    await page.goBack();
    await expect.poll(() => scrolledTo(page)).toBe(500);
    expect(await isSameDocument(page)).toBe(true);
    await followToForm(page);
    expect(await isSameDocument(page)).toBe(false);
    await page.goBack();
    await expect(page).toHaveTitle(pages.home.title);
    // When the font arrives late, lines above the window change their heights, and the browser scrolls along.
    await expect
      .poll(async () => Math.abs((await scrolledTo(page)) - 500))
      .toBeLessThan(20);
  },
);

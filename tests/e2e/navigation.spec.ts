/** Navigation inside the app: no document is loaded, and everything else is as if one had been. */
import type { Page } from "@playwright/test";
import { content, sectionLabel } from "../content.ts";
import { sendForm } from "./booking-form.ts";
import { followToForm, goToForm, holdRequests, openForm, openHome, untilHydrated } from "./hydration.ts";
import { expect, expectErrors, test } from "./test.ts";

const { pages } = content;

const inBar = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name });
const bookACall = (page: Page) => inBar(page, content.header.bookCall);
const toSection = (page: Page, id: string) => inBar(page, sectionLabel(id));

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { visit: "the same" }));

const isSameDocument = (page: Page) => page.evaluate(() => "visit" in window);

async function scrollDown(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
}

const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY));

test("the form opens at its top; Back and Forward work", { tag: "@engines" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openHome(page);
  await mark(page);
  await scrollDown(page, 900);
  await bookACall(page).click();
  await expect(page).toHaveURL(/\/book-call$/);
  await expect(page).toHaveTitle(pages.bookCall.title);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/book-call$/);
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
});

test("a double tap on Book a Call is one step", { tag: "@full" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openHome(page);
  const before = await page.evaluate(() => history.length);
  await bookACall(page).dblclick();
  await expect(page).toHaveTitle(pages.bookCall.title);
  await expect(page.locator("html")).not.toHaveAttribute("data-under-way");
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

test("a reload keeps the position on each page", { tag: "@full" }, async ({ page }) => {
  await openHome(page);
  await scrollDown(page, 900);
  await followToForm(page);
  await scrollDown(page, 300);
  await page.goBack();
  await expect(page).toHaveTitle(pages.home.title);
  await expect.poll(() => scrolledTo(page)).toBe(900);
  await page.reload();
  await expect.poll(() => scrolledTo(page)).toBe(900);
  await page.keyboard.press("Shift");
  await untilHydrated(page.locator("#headline"));
  expect(await scrolledTo(page)).toBe(900);
  await page.goForward();
  await expect(page).toHaveTitle(pages.bookCall.title);
  await expect.poll(() => scrolledTo(page)).toBe(300);
});

test("Back after a jump returns to its start", { tag: "@full" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openHome(page);
  await scrollDown(page, 500);
  await toSection(page, "testimonials").click();
  await expect(page.locator("#testimonials")).toBeInViewport();
  await followToForm(page);
  await page.goBack();
  await expect(page).toHaveURL(/#testimonials$/);
  await expect(page.locator("#testimonials")).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => scrolledTo(page)).toBe(500);
  await page.goForward();
  await expect(page.locator("#testimonials")).toBeInViewport();
});

test("a later click wins over a page that is loading", { tag: "@full" }, async ({ page }) => {
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
});

test("the form's link and logo lead back inside the app", { tag: "@full" }, async ({ page }) => {
  await openForm(page);
  await mark(page);
  const links = page.getByRole("banner").locator('a[href="/"]');
  for (const link of [links.filter({ hasText: content.header.backHome }), links.first()]) {
    await link.click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page).toHaveTitle(pages.home.title);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await followToForm(page);
  }
  await links.first().click();
  await toSection(page, "testimonials").click();
  await expect(page.locator("#testimonials")).toBeFocused();
  await expect(page.locator("#testimonials")).toBeInViewport();
  expect(await isSameDocument(page)).toBe(true);
});

test("a form opened inside the app has the sizes of a loaded one", { tag: "@full" }, async ({ page }) => {
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

const transitions = (page: Page) => page.evaluate(() => Reflect.get(window, "transitions"));

for (const reducedMotion of ["no-preference", "reduce"] as const)
  test(
    `pages cross-fade unless motion is reduced: ${reducedMotion}`,
    { tag: "@full" },
    async ({ page, visitor }) => {
      const fades = reducedMotion === "reduce" ? 0 : 1;
      await page.emulateMedia({ reducedMotion });
      await page.addInitScript(() => {
        Object.assign(window, { transitions: 0 });
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (update) => {
          Object.assign(window, { transitions: Reflect.get(window, "transitions") + 1 });
          return start(update);
        };
      });
      await goToForm(page);
      await expect(page.locator("#book-call")).toBeFocused();
      expect(await transitions(page)).toBe(fades);
      await sendForm(page, visitor);
      await expect(page.getByRole("heading", { name: content.confirmation.heading })).toBeFocused();
      expect(await transitions(page)).toBe(2 * fades);
    },
  );

test(
  "a click can open a tab; Back works before the script has come",
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

test.describe("without a signal", () => {
  const EXPECTED =
    /Failed to load resource|Failed to fetch dynamically imported module|These styles did not come/;
  test.beforeEach(({ page }) => expectErrors(page, EXPECTED));

  test("Back to a page whose script is gone loads its document, once", { tag: "@full" }, async ({ page }) => {
    await goToForm(page);
    await page.reload();
    await untilHydrated(page.locator("#book-call"));
    await page.route(/\/assets\/home-(?!content)/, (route) => route.abort());
    let requests = 0;
    page.on("request", () => (requests += 1));
    await page.goBack();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(requests).toBeLessThan(20);
  });

  test("a script that does not arrive is replaced by a plain load", async ({ page }) => {
    await openHome(page);
    await mark(page);
    await page.route(/\/assets\/book-call-.*js/, (route) => route.abort(), { times: 1 });
    await followToForm(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await isSameDocument(page)).toBe(false);
  });
});

test("without the Navigation API links and Back work, too", { tag: "@full" }, async ({ page }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(window, "navigation"));
  await openHome(page);
  await mark(page);
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
  await expect.poll(async () => Math.abs((await scrolledTo(page)) - 500)).toBeLessThan(20);
});

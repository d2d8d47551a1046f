/** Navigation inside the app: no document is loaded, and everything else is as if one had been. */
import type { Page } from "@playwright/test";
import { TIMES_PATH } from "../../contract/routes.ts";
import { content, sectionLabel } from "../content.ts";
import { followToForm, goToForm, holdRequests, openForm, openHome, untilHydrated } from "./hydration.ts";
import { expect, expectErrors, test } from "./test.ts";

const { pages } = content;

const bookACall = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: content.header.bookCall });

const toSection = (page: Page, id: string) =>
  page.getByRole("banner").getByRole("link", { name: sectionLabel(id) });

async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { visit: "the same" }));
}

async function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => "visit" in window);
}

async function scrollDown(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    addEventListener("scroll", () => resolve(), { once: true });
    window.scrollTo(0, y);
    return promise;
  }, top);
}

async function scrolledTo(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY));
}

test(
  "Book a Call opens the form at its top; Back and Forward restore each page",
  { tag: "@engines" },
  async ({ page }) => {
    await openHome(page);
    await mark(page);
    await page.evaluate(() => scrollTo(0, 900));
    await bookACall(page).click();
    await expect(page).toHaveURL(/\/book-call$/);
    await expect(page).toHaveTitle(pages.bookCall.title);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/book-call$/);
    expect(await scrolledTo(page)).toBe(0);
    await expect(page.locator("html")).not.toHaveAttribute("data-under-way");

    await page.goBack();
    await expect(page).toHaveTitle(pages.home.title);
    await expect.poll(() => scrolledTo(page)).toBe(900);
    for (const id of ["hero", "about", "features", "testimonials", "contact"])
      await expect(page.locator(`#${id}`)).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();

    await page.goForward();
    await expect(page).toHaveTitle(pages.bookCall.title);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    expect(await scrolledTo(page)).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
  },
);

test("a double tap on Book a Call is one step", { tag: "@full" }, async ({ page }) => {
  await openHome(page);
  const before = await page.evaluate(() => history.length);
  await bookACall(page).dblclick();
  await expect(page).toHaveTitle(pages.bookCall.title);
  await expect(page.locator("html")).not.toHaveAttribute("data-under-way");
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

test("Back, Forward and a reload keep the position on each page", { tag: "@full" }, async ({ page }) => {
  await openHome(page);
  await scrollDown(page, 900);
  await followToForm(page);
  await scrollDown(page, 300);
  for (const again of [false, true]) {
    await page.goBack();
    await expect(page).toHaveTitle(pages.home.title);
    await expect.poll(() => scrolledTo(page)).toBe(900);
    if (again) {
      await page.reload();
      await expect.poll(() => scrolledTo(page)).toBe(900);
      await page.keyboard.press("Shift");
      await untilHydrated(page.locator("#headline"));
      expect(await scrolledTo(page)).toBe(900);
    }
    await page.goForward();
    await expect(page).toHaveTitle(pages.bookCall.title);
    await expect.poll(() => scrolledTo(page)).toBe(300);
  }
});

test("Back after a jump returns to its start", { tag: "@full" }, async ({ page }) => {
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

  await followToForm(page);
  await expect(page.locator("html")).not.toHaveAttribute("data-under-way");
});

test("the form's link and logo lead back inside the app, where sections work", async ({ page }) => {
  await openForm(page);
  await mark(page);
  const links = page.getByRole("banner").locator('a[href="/"]');
  for (const link of [links.filter({ hasText: content.header.backHome }), links.first()]) {
    await link.click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page).toHaveTitle(pages.home.title);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await toSection(page, "testimonials").click();
    await expect(page.locator("#testimonials")).toBeFocused();
    await expect(page.locator("#testimonials")).toBeInViewport();
    await followToForm(page);
  }
  expect(await isSameDocument(page)).toBe(true);
});

test("a page opened inside the app looks like a loaded one", { tag: "@full" }, async ({ page }) => {
  const boxes = () =>
    page.locator("main *, footer *").evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { x, width, height } = element.getBoundingClientRect();
          return [x, width, height].map(Math.round).join(" ");
        }),
    );
  await page.emulateMedia({ reducedMotion: "reduce" });
  // The open times change; the visitor's come with the first scrolling.
  await page.route(TIMES_PATH, (route) => route.fulfill({ json: { times: [] } }));
  const times = page.locator("[data-times=fresh]");
  // A font that arrives late is put on, or not, some time after the script.
  expectErrors(page, /ERR_FAILED|preloaded/);
  await page.route("**/*.woff2", (route) => route.abort());
  await openHome(page);
  await page.evaluate(() => dispatchEvent(new Event("scroll")));
  await expect(times).toBeEmpty();
  const home = await boxes();
  await openForm(page);
  const form = await boxes();
  await page.getByRole("link", { name: content.header.backHome }).click();
  await expect(page).toHaveTitle(pages.home.title);
  await expect(times).toBeEmpty();
  expect(await boxes()).toEqual(home);
  await goToForm(page);
  expect(await boxes()).toEqual(form);
});

test("a click can open a tab; an early Back finds its page", { tag: "@full" }, async ({ page, context }) => {
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
});

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
    await expect(page).toHaveTitle(pages.home.title);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(requests, "requests until nothing more is asked for").toBeLessThan(20);
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

test.describe("without the Navigation API", { tag: "@full" }, () => {
  test.beforeEach(({ page }) => page.addInitScript(() => void Reflect.deleteProperty(window, "navigation")));

  test("links load documents, sections scroll smoothly, and Back restores the position", async ({ page }) => {
    await openHome(page);
    await mark(page);
    await scrollDown(page, 500);
    // The jump would continue over the restored position if Back came before its end.
    const jumped = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener("scrollend", () => location.hash === "#features" && resolve());
        }),
    );
    await toSection(page, "features").click();
    await expect(page.locator("#features")).toBeFocused();
    await expect(page).toHaveURL(/#features$/);
    await jumped;
    const top = () => page.locator("#features").evaluate((section) => section.getBoundingClientRect().top);
    expect(Math.abs(await top())).toBeLessThan(100);
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
});

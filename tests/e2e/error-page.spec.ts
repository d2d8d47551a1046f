/** Addresses that do not exist, and render errors. */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { expect, expectErrors, test } from "./test.ts";

const { errorPage, pages } = content;

test("a wrong address gets 404 and the error page: links, and no address as markup", async ({ page }) => {
  expectErrors(page, /Failed to load resource.*404/);
  const response = await page.goto("/<img src=x onerror=alert(1)>");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("404 Not Found", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect(page.locator("main img")).toHaveCount(0);
  await expect(page).toHaveTitle(pages.error.title);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  const foot = await page.getByRole("contentinfo").boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeCloseTo(page.viewportSize()?.height ?? 0);
  for (const [name, path] of [
    [errorPage.home, "/"],
    [errorPage.bookCall, "/book-call"],
  ] as const)
    await expect(page.getByRole("main").getByRole("link", { name, exact: true })).toHaveAttribute(
      "href",
      path,
    );
});

const DAMAGED = /-content-/;
const MESSAGE = /Cannot (read properties of|destructure) .*null/;
const EXPECTED = new RegExp(`${MESSAGE.source}|Minified React error`);

test("an exception while rendering is shown, is logged, and leads back", async ({ page }) => {
  expectErrors(page, EXPECTED);
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto("/");
  await damageContent(page);
  await page.goto("/book-call");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(errorPage.heading);
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await expect(page).toHaveTitle(pages.error.title);
  expect(logged.some((text) => MESSAGE.test(text))).toBe(true);
  await page.unroute(DAMAGED);
  await page.getByRole("main").getByRole("link", { name: errorPage.home, exact: true }).click();
  await expect(page).toHaveTitle(pages.home.title);
  await page.goBack();
  await expect(heading).toHaveText(content.bookCall.heading);
});

/** Removes parts of the content that the page renders from. */
async function damageContent(page: Page): Promise<void> {
  await page.route(DAMAGED, async (route) => {
    const response = await route.fetch();
    const names = Object.keys(await response.json());
    await route.fulfill({ response, json: Object.fromEntries(names.map((part) => [part, null])) });
  });
}

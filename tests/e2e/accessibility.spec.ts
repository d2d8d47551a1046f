/** In any state of any page axe finds nothing, nothing scrolls sideways and nothing is cut off, at any width and text size. */
import type { Locator, Page } from "@playwright/test";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { answerOnce, LEAD_REQUESTS, expectConfirmed, field, fillIn, submitButton } from "./booking-form.ts";
import { holdRequests, openForm, openHome } from "./hydration.ts";
import { expectFits, linesOf, misfits } from "./misfits.ts";
import { expect, expectErrors, test } from "./test.ts";

const { demo, footer, header } = content;

/** Reduced motion, so nothing is judged halfway through a fade; the tests start animations themselves. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

async function expectSound(page: Page, look?: Parameters<typeof expectFits>[1]): Promise<void> {
  await expectNoViolation(page);
  await expectFits(page, look);
}

/** The words that a line break divides. */
function brokenWords(texts: Locator): Promise<string[]> {
  return texts.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
      return broken;
    }),
  );
}

test("the landing page, its menu, and its demo as transcript, playing and paused", async ({ page }) => {
  await openHome(page);
  await expectSound(page, async ({ width, text }) => {
    expect(await brokenWords(page.locator("#testimonials figcaption, #about li, #hero button"))).toEqual([]);
    const menu = page.getByRole("button", { name: header.menuButton });
    if (!(await menu.isVisible())) return;
    await menu.click();
    await expect(page.getByRole("navigation", { name: header.menuLabel })).toBeVisible();
    expect(await misfits(page)).toEqual([]);
    if (width === 360 && text === "usual") await expectNoViolation(page, [360]);
    await page.keyboard.press("Escape");
  });
  await page.getByRole("button", { name: content.hero.watchDemo }).click();
  const dialog = page.getByRole("dialog", { name: demo.title });
  await expect(dialog).toBeVisible();
  await expectSound(page);
  await dialog.getByRole("button", { name: demo.restart }).click();
  await expect(dialog.getByRole("listitem").first()).toBeVisible();
  await expectNoViolation(page);
  await dialog.getByRole("button", { name: demo.pause }).click();
  await expectNoViolation(page);
});

test(
  "the landing page reached inside the app, and a trade's page behind the footer",
  { tag: "@full" },
  async ({ page }) => {
    await openForm(page);
    await page.getByRole("link", { name: header.backHome }).click();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expectNoViolation(page);
    const trades = Object.values(content.trades);
    const name = footer.industries.find((each) => trades.some((trade) => trade.name === each)) ?? "";
    await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
    const trade = trades.find((each) => each.name === name);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(trade?.headline ?? "");
    await expectNoViolation(page);
  },
);

test("the form empty, invalid, refused, failed, submitting and confirmed", async ({ page, visitor }) => {
  expectErrors(page, /Failed to load resource|The lead was not stored|Failed to fetch/);
  await openForm(page);
  await expectSound(page);
  await submitButton(page).click();
  await expect(field(page, "name")).toHaveAttribute("aria-invalid", "true");
  await expectSound(page);
  await fillIn(page, visitor);
  await answerOnce(page, (route) =>
    route.fulfill({
      status: 400,
      json: { code: "23514", message: "Enter another email.", details: 'column "email"', hint: null },
    }),
  );
  await submitButton(page).click();
  await expect(field(page, "email")).toHaveAttribute("aria-invalid", "true");
  await expectNoViolation(page);
  await answerOnce(page, (route) => route.abort());
  await submitButton(page).click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(2);
  const number = page.getByRole("alert").locator('a[href^="tel:"]');
  await expectSound(page, async ({ width, text }) => {
    // At double size it is wider than the banner of a small phone.
    expect(await linesOf(number)).toBe(width === 360 && text === "double" ? 2 : 1);
  });
  const release = await holdRequests(page, LEAD_REQUESTS);
  await submitButton(page).click();
  await expect(page.getByRole("button", { name: content.bookCall.submitting })).toBeVisible();
  await expectNoViolation(page);
  release();
  await expectConfirmed(page);
  await expectSound(page);
});

test("the error page", async ({ page }) => {
  expectErrors(page, /Failed to load resource|The lead was not stored|Failed to fetch/);
  await page.goto("/no-such-page");
  await expectSound(page);
});

test("the headline in the middle of a word", { tag: "@full" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openHome(page);
  await page.waitForFunction(
    () => document.querySelector("[data-typed]")?.getAttribute("data-typed")?.length === 20,
  );
  await expectNoViolation(page, [1280]);
});

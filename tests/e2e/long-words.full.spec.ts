/** Names, headings and labels of maximum length: nothing scrolls sideways, nothing is cut off. */
import type { Page } from "@playwright/test";
import { openForm, openHome } from "./hydration.ts";
import { expectFits as expectFitsAt, misfits } from "./misfits.ts";
import { longWords, test } from "./other-content.ts";
import { expect } from "./test.ts";

/** Expects the bar at its one height, whatever the name. */
async function expectNameInBar(page: Page): Promise<void> {
  const boxes = [page.getByRole("banner"), page.getByRole("banner").locator("a span").first()];
  const [bar, name] = await Promise.all(boxes.map((box) => box.boundingBox()));
  expect(name?.y).toBeGreaterThanOrEqual(0);
  expect((name?.y ?? 0) + (name?.height ?? Infinity)).toBeLessThanOrEqual(bar?.height ?? 0);
}

test.use({ words: longWords(), contextOptions: { reducedMotion: "reduce" } });

const SIZES = [320, 360, 768, 1024, 1280].map((width) => ({ width, text: "usual" }) as const);
const expectFits = (page: Page, look?: () => Promise<void>) => expectFitsAt(page, look, SIZES);

test("a page of text, the landing page, its menu and its demo fit", async ({ page }) => {
  await page.goto("/privacy");
  await expectFits(page);
  await openHome(page);
  await page
    .locator("details")
    .evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute("open", "")));
  await expectFits(page, async () => {
    await expectNameInBar(page);
    const menu = page.getByRole("banner").getByRole("button");
    if (!(await menu.isVisible())) return;
    await menu.click();
    expect(await misfits(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });
  await page.locator("#hero button[popovertarget=demo]").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectFits(page);
});

test("the form, its errors and its confirmation fit", async ({ page, visitor }) => {
  await openForm(page);
  await expectFits(page);
  await page.locator("form [type=submit]").click();
  await expect(page.locator("#name")).toHaveAttribute("aria-invalid", "true");
  await expectFits(page);
  await page.locator("#name").fill(visitor.name);
  await page.locator("#email").fill(visitor.email);
  await page.locator("#companyName").fill(visitor.companyName);
  await page.locator("#selectedService").selectOption(visitor.selectedService);
  await page.locator("#problems").fill(visitor.problems);
  await page.locator("form [type=submit]").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("MISSION ACCOMPLISHED");
  await expectFits(page);
});

test("a name of one word of 40 letters fits", async ({ page }) => {
  for (const open of [openHome, openForm]) {
    await open(page);
    const name = page.getByRole("banner").locator("a span").filter({ hasText: "Featherstonehaugh" });
    await name.evaluate((element) => element.replaceChildren("Donaudampfschifffahrtselektrizitätenhaupt"));
    await expectFits(page, () => expectNameInBar(page));
  }
});

/** The menu of a phone: open and closed, and the focus in between. */
import type { Locator, Page } from "@playwright/test";
import { content, sectionLabel } from "../content.ts";
import { holdScript, openHome } from "./hydration.ts";
import { linesOf } from "./misfits.ts";
import { expect, test } from "./test.ts";

const { header } = content;

test.use({ viewport: { width: 360, height: 640 } });

const LABELS = [...content.sections.map(({ label }) => label), content.header.bookCall];

const button = (page: Page): Locator => page.getByRole("button", { name: header.menuButton });
const menu = (page: Page): Locator => page.getByRole("navigation", { name: header.menuLabel });

test("its button stays on one line beside any name, however long", { tag: "@full" }, async ({ page }) => {
  await openHome(page);
  const name = page.getByRole("banner").locator('a[href="/"] span');
  await name.evaluate((element) => element.replaceChildren("Featherstonehaugh & Daughters Automation Co"));
  expect(await linesOf(button(page).getByText(header.menuButton))).toBe(1);
});

test("its button shows every link; after a scroll it closes, and the section has focus", async ({ page }) => {
  await openHome(page);
  await expect(menu(page)).toBeHidden();
  for (const { id, label } of content.sections) {
    await button(page).click();
    for (const link of LABELS) await expect(menu(page).getByRole("link", { name: link })).toBeInViewport();
    await menu(page).getByRole("link", { name: label }).click();
    await expect(menu(page)).toBeHidden();
    await expect(page.locator(`#${id}`)).toBeFocused();
    await expect(page.locator(`#${id}`)).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
  }
});

test("closes with Escape, a tap beside it and its button, and is announced", async ({ page, context }) => {
  await openHome(page);
  // The state comes from the popover and from no attribute, so only the browser's own tree has it.
  const devtools = await context.newCDPSession(page);
  const expanded = async (): Promise<unknown> => {
    const { nodes } = await devtools.send("Accessibility.getFullAXTree");
    const node = nodes.find(
      ({ role, name }) => role?.value === "button" && name?.value === header.menuButton,
    );
    return node?.properties?.find((property) => property.name === "expanded")?.value.value;
  };
  expect(await expanded()).toBe(false);
  await button(page).press("Enter");
  expect(await expanded()).toBe(true);
  await page.keyboard.press("Tab");
  await expect(menu(page).getByRole("link", { name: sectionLabel("hero") })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
  await expect(button(page)).toBeFocused();

  await button(page).click();
  const box = await menu(page).boundingBox();
  if (!box) throw new Error("The menu has no box.");
  await page.mouse.click(1, box.y + box.height + 8);
  await expect(menu(page)).toBeHidden();
  await button(page).click();
  await expect(menu(page)).toBeVisible();
  await button(page).click();
  await expect(menu(page)).toBeHidden();
});

test("works before the script has loaded", async ({ page }) => {
  await holdScript(page);
  await page.goto("/");
  await button(page).click();
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
  await button(page).click();
  await menu(page)
    .getByRole("link", { name: sectionLabel("features") })
    .click();
  await expect(page).toHaveURL(/#features$/);
  await expect(page.locator("#features")).toBeInViewport();
});

test("on a low screen the menu scrolls to its last link", { tag: "@full" }, async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 320 });
  await openHome(page);
  await page.getByRole("button", { name: header.menuButton }).click();
  const last = page.getByRole("navigation").getByRole("link", { name: header.bookCall });
  await expect(last).not.toBeInViewport({ ratio: 1 });
  await page.getByRole("navigation").hover();
  await page.mouse.wheel(0, 1000);
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY), "the page behind it stays").toBe(0);
});

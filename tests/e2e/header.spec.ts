import type { Locator, Page } from "@playwright/test";
import { content, sectionLabel } from "../content.ts";
import { expect, test, buttonIn, linkIn } from "./test.ts";
import { openHome } from "./hydration.ts";

const { header, site } = content;

/** The first section, and the last section that has enough of the page below it to scroll to the top. */
const LINKS = content.sections
  .filter(({ id }) => ["hero", "testimonials"].includes(id))
  .map(({ label, id }) => [label, id] as const);

test("the logo, the number and the links stay in view", async ({ page }) => {
  for (const path of ["/book-call", "/#contact"]) {
    await page.goto(path);
    const logo = linkIn(page.getByRole("banner"), site.brandName);
    await expect(logo).toHaveAttribute("href", "/");
  }
  const call = linkIn(
    page.getByRole("banner"),
    `${header.call} ${site.contactPhone}`,
  );
  await expect(call).toHaveText(site.contactPhone);
  await expect(call).toHaveAttribute("href", /^tel:\+?\d+$/);
  await expect(page.locator("#contact")).toBeInViewport();
  await expect(
    linkIn(page.getByRole("banner"), sectionLabel("hero")),
  ).toBeInViewport();
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });
  }
});

test(
  "each link leads to its section, at once under reduced motion",
  { tag: "@engines" },
  async ({ page, browserName }) => {
    await openHome(page);
    const bar = page.getByRole("banner").getByRole("navigation");
    const current = bar.locator("[aria-current]");
    // From the last section up to the start.
    for (const [label, id] of LINKS.toReversed()) {
      await bar.getByRole("link", { name: label, exact: true }).click();
      // Debian's Firefox plays all motion.
      if (browserName === "chromium")
        expect(await distanceToHeader(page, id)).toBeLessThanOrEqual(2);
      await expect
        .poll(() => distanceToHeader(page, id))
        .toBeLessThanOrEqual(2);
      await expect(page).toHaveURL(new RegExp(`/#${id}$`));
      const section = page.locator(`#${id}`);
      await expect(section).toBeFocused();
      await expect(section.getByRole("heading").first()).toBeInViewport({
        ratio: 1,
      });
      await expect(current).toHaveText([label]);
      await expect(current).toHaveCSS("border-bottom-style", "solid");
    }
  },
);

/** Pixels between the header's lower edge and the section's upper edge; 0 for the hero at the page's start. */
async function distanceToHeader(page: Page, id: string): Promise<number> {
  return page.evaluate((sectionId) => {
    const section = document.getElementById(sectionId)?.getBoundingClientRect();
    const bar = document.querySelector("header")?.getBoundingClientRect();
    if (!section || !bar) return Infinity;
    return scrollY === 0 && sectionId === "hero"
      ? 0
      : Math.abs(section.top - bar.bottom);
  }, id);
}

test.describe("the menu of a phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  const LABELS = [
    ...content.sections.map(({ label }) => label),
    content.header.bookCall,
  ];

  const button = (page: Page): Locator => buttonIn(page, header.menuButton);
  const menu = (page: Page): Locator =>
    page.getByRole("navigation", { name: header.menuLabel });

  test("shows every link; pressing one closes the menu and focuses the link's section", async ({
    page,
  }) => {
    await openHome(page);
    await expect(menu(page)).toBeHidden();
    await button(page).click();
    for (const link of LABELS)
      await expect(linkIn(menu(page), link)).toBeInViewport();
    await linkIn(menu(page), sectionLabel("features")).click();
    await expect(menu(page)).toBeHidden();
    await expect(page.locator("#features")).toBeFocused();
    await expect(page.locator("#features")).toBeInViewport();
    await expect(page).toHaveURL(/#features$/);
  });

  test("closes with Escape, a tap beside it and its button", async ({
    page,
  }) => {
    await openHome(page);
    await button(page).press("Enter");
    await page.keyboard.press("Tab");
    await expect(linkIn(menu(page), sectionLabel("hero"))).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(button(page)).toBeFocused();

    await button(page).click();
    const box = await menu(page).boundingBox();
    await page.mouse.click(1, (box?.y ?? NaN) + (box?.height ?? NaN) + 8);
    await expect(menu(page)).toBeHidden();
    await button(page).click();
    await button(page).click();
    await expect(menu(page)).toBeHidden();
  });
});

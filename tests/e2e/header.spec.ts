import type { Page } from "@playwright/test";
import { content, sectionLabel } from "../content.ts";
import { holdRequests, openHome } from "./hydration.ts";
import { expect, expectErrors, test, buttonIn, linkIn } from "./test.ts";

const { header } = content;
const MOVING_PARTS = "**/moving-parts-*.js";

/**
 * The first section, and the last section that has
 * enough of the page below it to scroll to the top.
 */
const LINKS = content.sections.filter(({ id }) =>
  ["hero", "testimonials"].includes(id),
);

test("the header and its links stay in view", async ({ page }) => {
  await page.goto("/#contact");
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
    for (const { label, id } of LINKS.toReversed()) {
      // The second press adds nothing to the history.
      await linkIn(bar, label).dblclick();
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
    await page.goBack();
    await expect(page).toHaveURL(/#testimonials$/);
  },
);

test("Back during a smooth scroll leads to where it began, after a second press, too", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openHome(page);
  const link = linkIn(page.getByRole("banner"), sectionLabel("testimonials"));
  await link.click();
  await page.waitForFunction(() => scrollY > 99);
  await link.click();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

/**
 * Pixels between the header's lower edge and the section's
 * upper edge; 0 for the hero at the page's start.
 */
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

  test("shows every link; pressing one closes the menu and focuses the link's section", async ({
    page,
  }) => {
    expectErrors(page, /Failed to (load|fetch)/);
    // The page has no idle moment.
    await page.addInitScript("window.requestIdleCallback = () => 0");
    const release = await holdRequests(page, MOVING_PARTS);
    // The next touch is the second try.
    await page.route(MOVING_PARTS, (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent("requestfailed");
    await page.goto("/");
    // The entry has come, which listens for a touch.
    await page.waitForLoadState("networkidle");
    const menu = page.getByRole("navigation", { name: header.menuLabel });
    await expect(menu).toBeHidden();
    await buttonIn(page, header.menuButton).click();
    await failed;
    for (const { label } of content.sections)
      await expect(linkIn(menu, label)).toBeInViewport();
    await expect(linkIn(menu, header.bookCall)).toBeInViewport();
    for (const id of ["testimonials", "features"]) {
      await linkIn(menu, sectionLabel(id)).click();
      release();
      await expect(menu).toBeHidden();
      if (id === "testimonials")
        await buttonIn(page, header.menuButton).click();
    }
    await expect(page.locator("#contact")).toHaveCSS(
      "content-visibility",
      "visible",
    );
    await expect(page.locator("#features")).toBeFocused();
    await expect(page.locator("#features")).toBeInViewport();
    await expect(page).toHaveURL(/#features$/);
  });
});

/** The header's logo and its four buttons that scroll. */
import type { Page } from "@playwright/test";
import { content, sectionLabel } from "../content.ts";
import { expect, test } from "./test.ts";
import { misfits } from "./misfits.ts";
import { openHome } from "./hydration.ts";

const { header, site } = content;

/** Sections with enough page below to scroll them to the top. */
const BUTTONS = content.sections
  .filter(({ id }) => ["hero", "about", "features", "testimonials"].includes(id))
  .map(({ label, id }) => [label, id] as const);

test("the logo links to the start, the number can be called, and both stay in view", async ({ page }) => {
  for (const path of ["/book-call", "/#contact"]) {
    await page.goto(path);
    const logo = page.getByRole("banner").getByRole("link", { name: site.brandName });
    await expect(logo).toHaveAttribute("href", "/");
  }
  const call = page.getByRole("banner").getByRole("link", { name: `${header.call} ${site.contactPhone}` });
  await expect(call).toHaveText(site.contactPhone);
  await expect(call).toHaveAttribute("href", /^tel:\+?\d+$/);
  await expect(page.locator("#contact")).toBeInViewport();
  await expect(page.getByRole("banner").getByRole("link", { name: sectionLabel("hero") })).toBeInViewport();
});

test("the links are in the bar wherever it has room for them, else in the menu", async ({ page }) => {
  await openHome(page);
  const bar = page.getByRole("banner");
  const links = bar.getByRole("navigation").getByRole("link");
  const measure = () =>
    bar.evaluate((element) => {
      const [brand, ...items] = [...element.querySelectorAll('a[href="/"], nav li')].map((item) =>
        item.getBoundingClientRect(),
      );
      return (
        Math.min(...items.filter(({ width }) => width > 0).map(({ left }) => left)) - (brand?.right ?? 0)
      );
    });
  const seen: boolean[][] = [];
  for (const name of ["Nightshift", "Nightshift Automation & Son", "Featherstonehaugh Automation Services"]) {
    // A logo may stand alone.
    await bar.locator('a[href="/"]').evaluate((brand, text) => {
      (brand.querySelector("span") ?? brand).replaceChildren(text);
    }, name);
    const row: boolean[] = [];
    for (const width of [768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 700 });
      const inBar = await links.first().isVisible();
      await expect(bar.getByRole("button")).toBeVisible({ visible: !inBar });
      row.push(inBar);
      if (inBar) expect(await measure(), `${name} at ${width}`).toBeGreaterThanOrEqual(16);
      expect(await misfits(page)).toEqual([]);
    }
    seen.push(row);
  }
  for (const row of seen)
    expect(row, "a wider window has no less room").toEqual(row.toSorted((a, b) => Number(a) - Number(b)));
  for (const column of [0, 1, 2, 3]) {
    const byName = seen.map((row) => row[column] === true);
    expect(byName, "a longer name leaves no more room").toEqual(
      byName.toSorted((a, b) => Number(b) - Number(a)),
    );
  }
  expect(seen[0]?.at(-1)).toBe(true);
});

test(
  "each button scrolls smoothly; focus, address and the underlined link follow",
  { tag: "@engines" },
  async ({ page }) => {
    await openHome(page);
    const current = page.getByRole("banner").getByRole("navigation").locator("[aria-current]");
    // The start comes last, from below.
    for (const [label, id] of BUTTONS.toReversed()) {
      const link = page.getByRole("banner").getByRole("link", { name: label, exact: true });
      const before = await page.evaluate(() => scrollY);
      const atOnce = await link.evaluate((element: HTMLElement) => {
        element.click();
        return scrollY;
      });
      expect(atOnce, "it glides").toBe(before);
      await expect(page).toHaveURL(new RegExp(`/#${id}$`));
      const section = page.locator(`#${id}`);
      await expect(section).toBeFocused();
      await expect.poll(() => distanceToHeader(page, id)).toBeLessThanOrEqual(2);
      await expect(section.getByRole("heading").first()).toBeInViewport({ ratio: 1 });
      await expect(current).toHaveText([label]);
      await expect(current).toHaveAttribute("aria-current", "true");
      await expect(current).toHaveCSS("border-bottom-style", "solid");
    }
  },
);

test("under reduced motion each button jumps at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openHome(page);
  for (const [label, id] of BUTTONS.toReversed()) {
    const link = page.getByRole("banner").getByRole("link", { name: label, exact: true });
    await link.evaluate((element: HTMLElement) => element.click());
    expect(await distanceToHeader(page, id)).toBeLessThanOrEqual(2);
    await expect(page.locator(`#${id}`)).toBeFocused();
  }
});

/** Pixels between the header's lower edge and the section's upper one; 0 at the start of the page. */
async function distanceToHeader(page: Page, id: string): Promise<number> {
  return page.evaluate((sectionId) => {
    const section = document.getElementById(sectionId)?.getBoundingClientRect();
    const bar = document.querySelector("header")?.getBoundingClientRect();
    if (!section || !bar) return Infinity;
    return scrollY === 0 && sectionId === "hero" ? 0 : Math.abs(section.top - bar.bottom);
  }, id);
}

test("the header is fixed at every width, also on a phone held sideways", async ({ page }) => {
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openHome(page);
    await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
    await expect(page.getByRole("banner"), `${width} x ${height}`).toBeInViewport({ ratio: 1 });
  }
});

/** axe, the accessibility checker. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Expects that axe finds nothing wrong, on a phone and on a wide screen. */
export async function expectNoViolation(page: Page, widths: readonly number[] = [1280, 360]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // No page holds a frame, so axe runs in place and needs no second page for its results.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
    const { violations } = await axe.withTags(TAGS).analyze();
    const found = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ html }) => html.slice(0, 120)),
    }));
    expect(found, `${page.url()} at ${width} px`).toEqual([]);
  }
}

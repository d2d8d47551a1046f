/** Finds elements that do not fit, at each width and text size. */

import type { Locator, Page } from "@playwright/test";
import { expectNoViolation } from "./axe.ts";
import { expect } from "./test.ts";

/** The browser's own text sizes; the defaults are 16 and 13 px. */
const TEXT = {
  usual: { standard: 16, fixed: 13 },
  double: { standard: 32, fixed: 26 },
};

interface Size {
  width: number;
  text: keyof typeof TEXT;
}

const SIZES: readonly Size[] = [
  { width: 360, text: "usual" },
  { width: 360, text: "double" },
  { width: 1280, text: "double" },
];

/**
 * Resizes the page to each size and checks that everything
 * fits. @param look further checks at each size
 */
export async function expectFits(
  page: Page,
  look?: (size: Size) => Promise<void>,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const enlarge = (text: Size["text"]) =>
    devtools.send("Page.setFontSizes", { fontSizes: TEXT[text] });
  for (const size of SIZES) {
    await page.setViewportSize({ width: size.width, height: 640 });
    await enlarge(size.text);
    expect(await misfits(page), `${size.width} px, ${size.text} text`).toEqual(
      [],
    );
    await look?.(size);
  }
  await enlarge("usual");
  await devtools.detach();
}

/** Expects that axe finds nothing wrong, and that everything fits. */
export async function expectSound(page: Page): Promise<void> {
  await expectNoViolation(page);
  await expectFits(page);
}

/**
 * Finds texts at the window's edge or beyond it, and elements
 * with more text than they show, or no room for a word.
 */
export async function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (element: Element) =>
      `${element.tagName} ${element.textContent.trim().slice(0, 40)}`;
    const cuts = ["hidden", "clip"];
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      found.push(`the page is ${scrollWidth} px wide in ${clientWidth}`);
    const words = document.createRange();
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      const box = element.getBoundingClientRect();
      if (
        box.width <= 1 ||
        box.height <= 1 ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue;
      // Such a group scrolls its content.
      if (element.closest("[role=group][tabindex]")) continue;
      const style = getComputedStyle(element);
      const isText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent?.trim(),
      );
      words.selectNodeContents(element);
      const { left, right } = words.getBoundingClientRect();
      // A text area has no such box.
      if (isText && right && (left < 8 || right > clientWidth - 8))
        found.push(`outside: ${name(element)}`);
      if (isText && box.height > 9 * box.width)
        found.push(`narrow: ${name(element)}`);
      const { scrollWidth: wide, scrollHeight: high } = element;
      const isCut =
        (cuts.includes(style.overflowX) && wide > element.clientWidth + 1) ||
        (cuts.includes(style.overflowY) && high > element.clientHeight + 1) ||
        (element.tagName === "P" &&
          high > element.clientHeight + parseFloat(style.fontSize));
      if (isCut && element.textContent.trim())
        found.push(`cut: ${name(element)}`);
    }
    return found;
  });
}

/** Counts the lines of a text, since its element has a single box. */
export function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { COLOR_PAIRS } from "../../contract/content/colors.ts";
import { root } from "../../scripts/root.ts";
import { content } from "../content.ts";
import { expect } from "./test.ts";

const TAGS = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];
const source = readFileSync(
  join(root, "node_modules", "axe-core", "axe.min.js"),
  "utf8",
);

/**
 * Expects that axe finds nothing wrong, and that
 * COLOR_PAIRS has each pair of colors on the page.
 */
export async function expectNoViolation(
  page: Page,
  widths: readonly number[] = [360],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // axe is half a megabyte, so each document loads it only once.
    if (!(await page.evaluate(() => "axe" in window)))
      await page.evaluate(source);
    expect(
      await page.evaluate(lookForViolations, TAGS),
      `${page.url()} at ${width} px`,
    ).toEqual([]);
    expect(await uncheckedPairs(page), `${page.url()} at ${width} px`).toEqual(
      [],
    );
  }
}

/** Runs in the page. */
async function lookForViolations(
  tags: string[],
): Promise<{ id: string; at: string[] }[]> {
  const { run }: typeof axe = Reflect.get(window, "axe");
  // Nothing moves meanwhile.
  document.documentElement.dataset["whole"] = "";
  // What is behind a dialog is inert.
  const part = document.querySelector("dialog:modal") ?? document;
  const { violations } = await run(part, {
    runOnly: tags,
    resultTypes: ["violations"],
    selectors: false,
  });
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ html }) => html.slice(0, 120)),
  }));
}

/** Opaque colors, as browsers compute them. */
const nameOf = new Map(
  Object.entries(content.colors).map(([name, color]) => [
    `rgb(${color
      .match(/\w\w/g)
      ?.map((part) => parseInt(part, 16))
      .join(", ")})`,
    name,
  ]),
);
const checked = COLOR_PAIRS.flatMap(({ text, grounds }) =>
  grounds.flatMap((ground) => [`${text} on ${ground}`, `${ground} on ${text}`]),
);

/**
 * Pairs that COLOR_PAIRS lacks: the color of a
 * text on the page, and the color behind the text.
 */
async function uncheckedPairs(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const groundOf = (element: Element): string => {
      const { backgroundColor: color } = getComputedStyle(element);
      const { parentElement: around } = element;
      return color.startsWith("rgb(") || !around ? color : groundOf(around);
    };
    const nodes = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    const found: [says: string, text: string, ground: string][] = [];
    while (nodes.nextNode()) {
      const { parentElement: holder, nodeValue: says } = nodes.currentNode;
      if (
        !holder?.checkVisibility() ||
        holder.closest(".hidden, option") ||
        !says?.trim()
      )
        continue;
      // A chosen time's input paints the color behind the time.
      const chosen = holder.parentElement?.querySelector(
        ":scope > input:checked",
      );
      const { color } = getComputedStyle(holder);
      found.push([says, color, groundOf(chosen ?? holder)]);
    }
    return found;
  });
  return texts
    .map(([says, ...colors]) => ({
      pair: colors.map((color) => nameOf.get(color)),
      says,
    }))
    .filter(
      ({ pair }) => pair.every(Boolean) && !checked.includes(pair.join(" on ")),
    )
    .map(({ pair, says }) => `${pair.join(" on ")}: ${says}`);
}

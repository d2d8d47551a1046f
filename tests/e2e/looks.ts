/**
 * What style sheets make of a page, in lines: how the elements of each part
 * look. Words and counts are left out, and so is what fonts decide.
 */

import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { expect } from "./test.ts";

const SCREENS = [
  [360, 740],
  [740, 360],
  [1280, 800],
] as const;

const COLORS = new Map(
  Object.entries(content.colors).flatMap(([name, color]) => {
    const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
    return [`rgb(${parts.join(", ")})`, color].map(
      (one) => [one, name] as const,
    );
  }),
);

/** Lists how pages look that follow each other, on three screens each and `more`. */
export function listLooks(page: Page, ...more: [number, number][]) {
  const known = new Set<string>();
  const list: string[] = [];

  /** Adds what no page before has had, and what is gone on wider screens. */
  const add = async (state: string): Promise<void> => {
    // A mouse that stays on a button gives it another look.
    await page.mouse.move(0, 0);
    let narrow = new Set<string>();
    for (const [width, height] of [...SCREENS, ...more]) {
      await page.setViewportSize({ width, height });
      const looks = new Set(await readLooks(page));
      list.push(
        `${state}, ${width} px wide`,
        ...[...narrow.difference(looks)].map(
          (look) => `  no ${look.slice(0, 90)}`,
        ),
        ...[...looks.difference(known)].map((look) => `  ${look}`),
      );
      if (narrow.size === 0) narrow = looks;
      for (const look of looks) known.add(look);
    }
  };

  /** @param paths by the names of their states */
  const addPages = async (paths: Record<string, string>): Promise<void> => {
    for (const [state, path] of Object.entries(paths)) {
      await page.goto(path);
      await add(state);
    }
  };

  /** Adds the page as if each part were touched, opened and ticked. */
  const addTouched = async (state: string): Promise<void> => {
    await page.evaluate(touchEverything);
    await add(`${state}, touched`);
  };

  const expectListed = (name: string): void =>
    expect(list.join("\n")).toMatchSnapshot([`looks.${name}.said.txt`]);
  return { add, addPages, addTouched, expectListed };
}

async function readLooks(page: Page): Promise<string[]> {
  const looks = await page.evaluate(looksOfElements);
  return looks.map((look) =>
    look
      .replaceAll(/-[\da-f]{8}-[\da-f-]{27}/g, "")
      // These follow a screen or a font.
      .replaceAll(/\d+\.\d+px|\d{3,}px/g, "px")
      .replaceAll(
        /rgb\([^)]*\)|#\w{6}/g,
        (color) => COLORS.get(color) ?? color,
      ),
  );
}

/** Runs in the page, until it is opened anew. A slider has its parts' looks. */
function touchEverything(): void {
  const TOUCHES = /:(?:hover|active|focus|focus-visible|disabled)(?![\w-])/g;
  const touch = ({ cssRules }: { cssRules: CSSRuleList }): void => {
    for (const rule of cssRules) {
      if (rule instanceof CSSStyleRule)
        rule.selectorText = rule.selectorText
          .replaceAll(TOUCHES, ":nth-child(n)")
          .replaceAll(/::(?:-webkit-slider-[\w-]+|placeholder)/g, "");
      if (rule instanceof CSSGroupingRule) touch(rule);
    }
  };
  for (const sheet of document.styleSheets) touch(sheet);
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  for (const box of document.querySelectorAll("input"))
    if (box.type === "checkbox") box.checked = true;
}

/** Runs in the page. */
function looksOfElements(): string[] {
  type Styles = Map<string, string>;
  // Longhands that every browser has computed alike for years.
  const INHERITED =
    /^(--focus|color|cursor|font-(family|size|style|weight)|letter-spacing|line-height|list-style-type|overflow-wrap|stroke-line(cap|join)|stroke-width|text-(align|transform|wrap-mode|wrap-style)|visibility|white-space-collapse|word-spacing)$/;
  const OWN =
    /^(accent-|align-|animation-(duration|name)|background-(color|image)|border-((top|right|bottom|left)-(color|style|width)|top-left-radius|image-)|bottom|box-shadow|break-|clip-path|column-(count|gap|width)|container-|display|flex-|float|grid-|height|justify-|left|margin-(top|right|bottom|left)|mask-image|max-(width|height)|min-(width|height)|object-fit|opacity|outline-(color|style)|overflow-x|padding-(top|right|bottom|left)|position$|right|rotate|row-gap|scroll-margin-top|text-decoration-line|top|transform$|translate|vertical-align|width|z-index)/;

  const read = (element: Element): Styles =>
    new Map(
      Array.from(element.computedStyleMap(), ([name, values]) => [
        name,
        [...values].join(", "),
      ]),
    );

  // Has an element of each kind, without our styles.
  const frame = document.body.appendChild(document.createElement("iframe"));
  const { body } = frame.contentDocument ?? document;
  const plain = new Map<string, Styles>();
  const readPlain = (kind: string): Styles =>
    read(body.appendChild(document.createElement(kind)));

  const bare = getComputedStyle(
    body.appendChild(document.createElement("span")),
  );
  function drawn(element: Element, part: "::before" | "::after"): string[] {
    const style = getComputedStyle(element, part);
    if (style.content === "none") return [];
    const own = Array.from(style).flatMap((name) => {
      const value = style.getPropertyValue(name);
      const isPlain =
        ["auto", bare.getPropertyValue(name)].includes(value) ||
        (name.endsWith("-color") && value === style.color);
      const isOwn = OWN.test(name) && !USED.test(name);
      return isOwn && !isPlain ? `${name} ${value}` : [];
    });
    return [[`${part} ${style.content}`, ...own].join(", ")];
  }

  // Of a part, these are used values, which its font decides.
  const USED = /^(bottom|height|right)$/;
  const SIDE = /-(top|right|bottom|left)(?=-|$)/;
  const SIDES = ["-top", "-right", "-bottom", "-left"];
  const seen = new Map<Element | null, Styles>();
  function lookOf(element: Element): string {
    const own = read(element);
    seen.set(element, own);
    const usual = plain.getOrInsertComputed(element.localName, readPlain);
    const inherited = seen.get(element.parentElement);
    const styles = new Set<string>();
    for (const [name, value] of own) {
      const source = INHERITED.test(name) ? inherited : usual;
      const isPlain =
        value === source?.get(name) ||
        (name.endsWith("-color") && value === own.get("color"));
      if (isPlain || !(OWN.test(name) || INHERITED.test(name))) continue;
      const isAround = SIDES.every(
        (side) => own.get(name.replace(SIDE, side)) === value,
      );
      const short = isAround ? name.replace(SIDE, "") : name;
      styles.add(`${short} ${value.replace(/".*/, "display")}`);
    }
    return [
      ...styles,
      ...drawn(element, "::before"),
      ...drawn(element, "::after"),
    ].join("; ");
  }

  const looks: string[] = [];
  for (const element of document.querySelectorAll("body, body *:not(svg *)")) {
    if (element === frame) continue;
    const look = lookOf(element);
    if (!look || !element.checkVisibility()) continue;
    const part = element.closest("[id]:not(label, a, input)")?.id ?? "page";
    const kind = `${element.parentElement?.localName} ${element.localName}`;
    looks.push(`${part}: ${kind} { ${look} }`);
  }
  frame.remove();
  return looks;
}

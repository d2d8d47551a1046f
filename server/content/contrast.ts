/**
 * Checks whether text is readable in the content's
 * colors. Source: WCAG 2.2, contrast ratio.
 */

import {
  COLOR_PAIRS,
  type ColorName,
  type ColorPair,
  type Colors,
} from "../../contract/content/colors.ts";

/**
 * Finds pairs with too little contrast. A name
 * and its problem together make a sentence.
 */
export function contrastProblems(
  colors: Colors,
): [name: ColorName, problem: string][] {
  return COLOR_PAIRS.filter((pair) => !canBeRead(colors, pair)).map((pair) => {
    const { text, grounds, least, use } = pair;
    const worst = worstOf(colors, pair);
    const ratio = roundedDown(worst.ratio);
    const better = nearest(colors, pair);
    const remedy = better
      ? `the nearest color that would do is "${better}"`
      : `no color would do on all of ${grounds.join(", ")}: make them more alike`;
    const ground = `${worst.ground} (${colors[worst.ground]})`;
    return [
      text,
      `(${use}) has a contrast of ${ratio}:1 with ${ground} and needs ${least}:1; ${remedy}`,
    ];
  });
}

/** A contrast that is too low never looks high enough. */
const roundedDown = (ratio: number): number => Math.floor(ratio * 10) / 10;

/**
 * The uses of a color for text or signs, each
 * with its least contrast on all its grounds.
 */
export const contrastsOf = (colors: Colors, name: string) =>
  COLOR_PAIRS.filter(({ text }) => text === name).map((pair) => {
    const { use, least } = pair;
    return { use, least, ratio: roundedDown(worstOf(colors, pair).ratio) };
  });

/**
 * The same colors, with the nearest that can
 * be read for each text that could not be.
 */
export function readableColors(colors: Colors): Colors {
  const readable = { ...colors };
  for (const pair of COLOR_PAIRS)
    if (!canBeRead(readable, pair))
      readable[pair.text] = nearest(readable, pair) ?? readable[pair.text];
  return readable;
}

const STEPS = 255;

/**
 * The nearest color that can be read in all
 * pairs of the text or, failing that, in `pair`.
 */
function nearest(colors: Colors, pair: ColorPair): string | undefined {
  const { text } = pair;
  const ownRgb = rgbOf(colors[text]);
  const candidates = [0, 255]
    .flatMap((end) =>
      Array.from({ length: STEPS + 1 }, (_, step) =>
        ownRgb.map((part) => toward(part, end, step)),
      ),
    )
    .toSorted((a, b) => distance(ownRgb, a) - distance(ownRgb, b))
    .map(
      (parts) =>
        `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`,
    );
  const pairsOfText = COLOR_PAIRS.filter(
    (one) => one.text === text || one.grounds.includes(text),
  );
  const firstFor = (pairs: readonly ColorPair[]) =>
    candidates.find((color) =>
      pairs.every((one) => canBeRead({ ...colors, [text]: color }, one)),
    );
  return firstFor(pairsOfText) ?? firstFor([pair]);
}

const toward = (part: number, end: number, step: number) =>
  Math.round(part + ((end - part) * step) / STEPS);
const distance = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((part, index) => part - (b[index] ?? 0)));
const canBeRead = (colors: Colors, pair: ColorPair) =>
  worstOf(colors, pair).ratio >= pair.least;

/** The ground on which a text is read worst, and the contrast there. */
const worstOf = (colors: Colors, { text, grounds }: ColorPair) =>
  grounds
    .map((ground) => {
      return { ground, ratio: contrast(colors[text], colors[ground]) };
    })
    .reduce((worst, one) => (one.ratio < worst.ratio ? one : worst));

function contrast(one: string, other: string): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(color)
    .map((part) => part / 255)
    .map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const rgbOf = (color: string): number[] =>
  [1, 3, 5].map((index) => Number.parseInt(color.slice(index, index + 2), 16));

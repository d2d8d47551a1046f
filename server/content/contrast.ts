/** Whether text can be read in the colors of the content. Source: WCAG 2.2, contrast ratio and relative luminance. */
import { COLOR_PAIRS, type ColorName, type Colors } from "../../contract/content/colors.ts";

/** A sentence for each ground on which a text is hard to read; it begins behind the place of the text's color. */
export function contrastProblems(colors: Colors): [name: ColorName, problem: string][] {
  return COLOR_PAIRS.flatMap(({ says, text, grounds, least }) =>
    grounds.flatMap((ground): [ColorName, string][] => {
      const ratio = contrast(colors[text], colors[ground]);
      if (ratio >= least) return [];
      // Never rounded up to what is needed.
      const rounded = Math.floor(ratio * 10) / 10;
      const problem = `has a contrast of ${rounded}:1 with ${ground} (${colors[ground]}) and needs ${least}:1`;
      return [[text, `(${says}) ${problem}`]];
    }),
  );
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const partsOf = (color: string): number[] =>
  [1, 3, 5].map((index) => Number.parseInt(color.slice(index, index + 2), 16));

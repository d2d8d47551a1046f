/**
 * The content's colors, named as in the styles,
 * and the pairs of colors that need contrast.
 */

import * as v from "valibot";

const color = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(
    /^#[0-9a-f]{6}$/,
    'must be a color of six digits between quotes, like "#ff7a1a"',
  ),
  v.metadata({ input: "color" }),
);

const NAMES = [
  "night",
  "night-raised",
  "night-rule",
  "night-text",
  "night-dim",
  "paper",
  "paper-raised",
  "paper-rule",
  "paper-text",
  "paper-dim",
  "field",
  "signal",
  "signal-pressed",
  "signal-ink",
  "done",
  "done-ink",
  "fault",
  "fault-ink",
  "fault-text",
  "focus-ink",
] as const;

export const ColorsSchema = v.object(v.entriesFromList(NAMES, color));

export type Colors = v.InferOutput<typeof ColorsSchema>;
export type ColorName = keyof Colors;

/**
 * A text or sign, the colors behind it, and the
 * least contrast (WCAG 2.2, 1.4.3 and 1.4.11).
 */
export interface ColorPair {
  use: string;
  text: ColorName;
  grounds: readonly ColorName[];
  least: 3 | 4.5;
}

const NIGHT = ["night", "night-raised"] as const;
const PAPER = ["paper", "paper-raised"] as const;
const RING = "the focus ring";

export const COLOR_PAIRS: readonly ColorPair[] = [
  { use: "text on night", text: "night-text", grounds: NIGHT, least: 4.5 },
  { use: "quiet text on night", text: "night-dim", grounds: NIGHT, least: 4.5 },
  { use: "what is done, on night", text: "done", grounds: NIGHT, least: 4.5 },
  {
    use: `the logo, the lamps and ${RING}, on night`,
    text: "signal",
    grounds: NIGHT,
    least: 3,
  },
  {
    use: "text on paper",
    text: "paper-text",
    grounds: [...PAPER, "field", "paper-rule"],
    least: 4.5,
  },
  {
    use: "quiet text on paper",
    text: "paper-dim",
    grounds: [...PAPER, "field"],
    least: 4.5,
  },
  {
    use: "what is done, on paper",
    text: "done-ink",
    grounds: PAPER,
    least: 4.5,
  },
  {
    use: "what is wrong, on paper",
    text: "fault-text",
    grounds: PAPER,
    least: 4.5,
  },
  {
    use: `${RING}, on paper`,
    text: "focus-ink",
    grounds: [...PAPER, "field"],
    least: 3,
  },
  {
    use: "text on buttons",
    text: "signal-ink",
    grounds: ["signal", "signal-pressed"],
    least: 4.5,
  },
  {
    use: "text on the banner of a fault",
    text: "fault-ink",
    grounds: ["fault"],
    least: 4.5,
  },
];

import { expect, test } from "vitest";
import { COLOR_PAIRS, type Colors } from "../../contract/content/colors.ts";
import { content, withParts } from "../../tests/content.ts";
import { loadContent } from "./content.ts";
import { contrastProblems, contrastsOf, readableColors } from "./contrast.ts";
import { themeOf } from "./theme.ts";

const { colors } = content;
const folderWith = (changes: Partial<Colors>) =>
  withParts("site.yaml", { colors: { ...colors, ...changes } });

test("a color with too little contrast is named with its place and the nearest readable color", () => {
  expect(() => loadContent({}, folderWith({ "night-dim": "#606a72" }))).toThrow(
    /^content\/site\.yaml:\d+:\d+: colors\.night-dim \(quiet text on night\) has a contrast of 3:1 with night-raised \(#171e24\) and needs 4\.5:1; the nearest color that would do is "#7e868d"$/,
  );
});

test("a browser's own controls are as dark as the site's night", () => {
  for (const [night, scheme] of [
    [colors.night, "dark"],
    ["#7a7a7a", "light"],
  ] as const) {
    const { theme } = themeOf({ ...content, colors: { ...colors, night } });
    expect(theme.own).toContain(`color-scheme:${scheme};`);
  }
});

test("a contrast that is too low is never shown as enough", () => {
  const close = { ...colors, "night-dim": "#828486" };
  const [first] = contrastProblems(close);
  expect(first?.[1]).toContain("a contrast of 4.4:1");
  expect(contrastsOf(close, "night-dim")[0]).toMatchObject({ ratio: 4.4 });
});

test("only signs and the focus ring may have less contrast than text (WCAG 1.4.3)", () => {
  const signs = COLOR_PAIRS.filter(({ least }) => least < 4.5);
  expect(signs.map(({ text }) => text)).toEqual(["signal", "focus-ink"]);
});

test("each color that is proposed is accepted", () => {
  for (const { text, grounds } of COLOR_PAIRS) {
    const [ground = "night"] = grounds;
    const problems = contrastProblems({ ...colors, [text]: colors[ground] });
    const proposed = problems
      .find(([name]) => name === text)?.[1]
      .match(/would do is "(#.{6})"$/)?.[1];
    expect(proposed, text).toBeDefined();
    expect(contrastProblems({ ...colors, [text]: proposed }), text).toEqual([]);
  }
  const gray = { ...colors, night: "#d2d2d2", "night-raised": "#d2d2d2" };
  expect(contrastProblems(readableColors(gray))).toEqual([]);
});

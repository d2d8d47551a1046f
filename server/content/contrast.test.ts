import { expect, test } from "vitest";
import type { Colors } from "../../contract/content/colors.ts";
import { content, withParts } from "../../tests/content.ts";
import { loadContent } from "./content.ts";

const { colors } = content;
const folderWith = (changes: Partial<Colors>) =>
  withParts("site.yaml", { colors: { ...colors, ...changes } });

test("a text that cannot be read is named with its place and its ground", () => {
  expect(() => loadContent({}, folderWith({ "night-dim": "#606a72" }))).toThrow(
    /^content\/site\.yaml:\d+:\d+: colors\.night-dim \(quiet text on night\) .*has a contrast of 3:1 with night-raised \(#171e24\) and needs 4\.5:1$/s,
  );
});

test("a color is six digits, of any case", () => {
  const wrong = () => loadContent({}, folderWith({ signal: "orange" }));
  expect(wrong).toThrow(/colors\.signal must be a color of six/);
  expect(loadContent({}, folderWith({ signal: "#FF7A1A" })).colors).toEqual(colors);
});

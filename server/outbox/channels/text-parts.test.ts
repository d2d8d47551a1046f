import { expect, test } from "vitest";
import { partsOf, plainText } from "./text-parts.ts";

test.each([
  ["160 letters", "a".repeat(160), 1],
  ["161 letters", "a".repeat(161), 2],
  ["306 letters", "a".repeat(306), 2],
  ["307 letters", "a".repeat(307), 3],
  ["80 euros, which count twice", "€".repeat(80), 1],
  ["81 euros", "€".repeat(81), 2],
  ["letters of German and French", "äöüÄÖÜßéèà".repeat(16), 1],
  ["70 characters with one of another alphabet", `ç${"a".repeat(69)}`, 1],
  ["71 characters with one of another alphabet", `ç${"a".repeat(70)}`, 2],
  ["134 characters with one of another alphabet", `ç${"a".repeat(133)}`, 2],
  ["36 pictures, of two units each", "📞".repeat(36), 2],
])("%s are billed as their number of parts", (_what, text, parts) => {
  expect(partsOf(text)).toBe(parts);
});

test("signs that would double the price are written plainly", () => {
  const text = plainText("2:00\u202fPM, it\u2019s\u00a0on \u2013 really\u2026");
  expect(text).toBe("2:00 PM, it's on - really...");
  expect(partsOf(text.padEnd(160))).toBe(1);
});

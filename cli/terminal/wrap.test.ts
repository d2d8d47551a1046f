import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { wrap } from "./wrap.ts";

test("lines break at spaces, and begin with the indent", () => {
  expect(wrap("We miss calls after five", 14, "  ")).toEqual(["  We miss", "  calls after", "  five"]);
});

test("an empty line stays one, and a word that is too long stands alone", () => {
  expect(wrap("", 10, "  ")).toEqual([""]);
  expect(wrap("a verylongword b", 6)).toEqual(["a", "verylongword", "b"]);
});

test("no word is lost, and only a word that fits nowhere is too wide", () => {
  const words = fc.array(fc.stringMatching(/^[a-z語]{1,12}$/), { minLength: 1 });
  fc.assert(
    fc.property(words, fc.integer({ min: 5, max: 40 }), (said, width) => {
      const lines = wrap(said.join(" "), width, " ");
      expect(lines.map((line) => line.trim()).join(" ")).toBe(said.join(" "));
      for (const line of lines)
        if (line.trim().includes(" ")) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

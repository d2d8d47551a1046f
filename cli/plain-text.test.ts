import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../tests/support/alphabets.ts";
import { plainJson, plainLine } from "./plain-text.ts";

const obeyedByTerminals = fc.constantFrom(
  "\n",
  "\u001B",
  "\u007F",
  "\u009B",
  "\u2028",
  "\u202E",
);
const hostile = fc.string({
  unit: fc.oneof(anyCharacter, obeyedByTerminals),
  maxLength: 60,
});
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u;

test.each([
  ["\u001B[31mred\u001B[0m", "red"],
  ["\u001B]0;title\u0007named", "named"],
  ["\u001B]8;;https://evil.example\u001B\\link\u001B]8;;\u001B\\", "link"],
  ["a\bb\u007Fc\u0000d", "abcd"],
  ["one\r\ntwo\tthree\u2028four", "one two three four"],
  ["evil\u202Egnp.exe", "evilgnp.exe"],
  ["half \uD83D pair", "half \uFFFD pair"],
  ["👩‍🔧 Núñez", "👩‍🔧 Núñez"],
])("a stranger's text %j is shown as %j", (text, shown) => {
  expect(plainLine(text)).toBe(shown);
});

test("a stranger's text is shown without piles of accents", () => {
  expect(plainLine(`Z${"\u0301".repeat(500)}`).length).toBeLessThan(10);
});

test("JSON keeps each character of a stranger's text, and escapes invisible characters", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const json = plainJson({ text });
      expect(JSON.parse(json)).toEqual({ text });
      expect(json.replaceAll("\n", "")).not.toMatch(INVISIBLE);
    }),
  );
});

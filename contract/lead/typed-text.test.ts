import { expect, test } from "vitest";
import { cleanLine, cleanText } from "./typed-text.ts";

test.each([
  ["half an emoji", "a\ud83d b", "a\uFFFD b", "a\uFFFD b"],
  ["whole emoji, with joiners", "👩‍🔧❤️", "👩‍🔧❤️", "👩‍🔧❤️"],
  [
    "line ends of all systems",
    "a\r\nb\rc\u2028d\fe",
    "a\nb\nc\nd\ne",
    "a b c d e",
  ],
  ["a tab", "a\tb", "a\tb", "a b"],
  ["control characters", "a\0b\u001b[2Jd\u007fe", "ab[2Jde", "ab[2Jde"],
  [
    "an override of the direction",
    "Dana\u202egnp.exe\u2066\u200f\u061c\ufff9\u180e",
    "Danagnp.exe",
    "Danagnp.exe",
  ],
  ["spaces without width", "\ufeffDa\u200bna\u2060", "Dana", "Dana"],
  [
    "blanks of any alphabet",
    "\u00a0山田\u3000太郎\u2009",
    "山田\u3000太郎",
    "山田 太郎",
  ],
  ["a soft hyphen", "Donau\u00addampf", "Donau\u00addampf", "Donau\u00addampf"],
  ["nothing that can be seen", "\u200d \u00ad\u3164\u2800", "", ""],
])("a text with %s is cleaned: %j", (_what, typed, text, line) => {
  expect(cleanText(typed)).toBe(text);
  expect(cleanLine(typed)).toBe(line);
});

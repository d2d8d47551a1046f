import { expect, test } from "vitest";
import { cleanLine, cleanText } from "./typed-text.ts";

test.each([
  [
    "a sign for lost letters, from an old mail",
    "caf\uFFFD",
    "caf\uFFFD",
    "caf\uFFFD",
  ],
  ["half an emoji", "a\ud83d b", "a\uFFFD b", "a\uFFFD b"],
  ["the other half of an emoji", "\udcdeb", "\uFFFDb", "\uFFFDb"],
  ["whole emoji, with joiners and selectors", "👩‍🔧❤️🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍🔧❤️🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍🔧❤️🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["a vertical tab and a form feed", "a\vb\fc", "a\nb\nc", "a b c"],
  [
    "line ends of all systems",
    "a\r\nb\rc\u0085d\u2028e\u2029f",
    "a\nb\nc\nd\ne\nf",
    "a b c d e f",
  ],
  ["a tab", "a\tb", "a\tb", "a b"],
  [
    "control characters",
    "a\0b\u0007c\u001b[2Jd\u007fe\u009f",
    "abc[2Jde",
    "abc[2Jde",
  ],
  [
    "an override of the direction",
    "Dana\u202egnp.exe\u2066\u200f",
    "Danagnp.exe",
    "Danagnp.exe",
  ],
  ["Hebrew with its marks", "\u200fעברית\u200f", "עברית", "עברית"],
  [
    "Persian with its joiner",
    "می\u200cخواهم",
    "می\u200cخواهم",
    "می\u200cخواهم",
  ],
  [
    "a byte order mark and spaces without width",
    "\ufeffDa\u200bna\u2060",
    "Dana",
    "Dana",
  ],
  [
    "blanks of any alphabet around it",
    "\u00a0\u2009\u3000 Dana\u1680\u202f",
    "Dana",
    "Dana",
  ],
  [
    "blanks of any alphabet inside",
    "山田\u3000太郎",
    "山田\u3000太郎",
    "山田 太郎",
  ],
  ["a soft hyphen", "Donau\u00addampf", "Donau\u00addampf", "Donau\u00addampf"],
  ["nothing but spaces without width", "\u200b\u200b", "", ""],
  ["nothing but joiners and soft hyphens", "\u200d \u00ad\u200c", "", ""],
  [
    "nothing but fillers and blank braille",
    "\u3164\u115f\u2800 \ufe0f",
    "",
    "",
  ],
  ["nothing but control characters", "\u0001\u001b", "", ""],
])("a text with %s is cleaned: %j", (_what, typed, text, line) => {
  expect(cleanText(typed)).toBe(text);
  expect(cleanLine(typed)).toBe(line);
});

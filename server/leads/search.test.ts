import { expect, test } from "vitest";
import { foldSearch } from "./search.ts";

test.each([
  ["Łódź ΣΟΦΟΣ", "lodz σοφοσ"],
  ["STRASSE", "Straße"],
  ["ßæœøłđðþħŧı", "ssaeoeolddthhti"],
  ["ａｃｍｅ　１２", "ACME 12"],
  ["24\u00a0\u2009hours\na\u202fday", "24 hours a day"],
  ["Smith\u2011Jones \u2013 HVAC \u2014 \u22125", "smith-jones - hvac - -5"],
  ["O\u2019Brien \u201cBob\u201d \u00abAl\u00bb", 'o\'brien "bob" "al"'],
])("%j is found as %j", (text, wanted) => {
  expect(foldSearch(text)).toBe(foldSearch(wanted));
  expect(foldSearch(foldSearch(text))).toBe(foldSearch(text));
});

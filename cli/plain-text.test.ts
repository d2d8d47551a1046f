import { expect, test } from "vitest";
import { plainLine } from "./plain-text.ts";

test.each([
  ["\u001B[31mred\u001B[0m", "red"],
  ["\u001B]0;title\u0007named", "named"],
  ["\u001B]8;;https://evil.example\u001B\\link\u001B]8;;\u001B\\", "link"],
  ["a\bb\u007Fc\u0000d", "abcd"],
  ["one\r\ntwo\tthree\u2028four", "one two three four"],
  ["evil\u202Egnp.exe", "evilgnp.exe"],
  [`o${"\u0308".repeat(99)}`, `o${"\u0308".repeat(6)}`],
  ["half \uD83D pair", "half \uFFFD pair"],
  ["👩‍🔧 Núñez", "👩‍🔧 Núñez"],
])("a stranger's text %j is shown as %j", (text, shown) => {
  expect(plainLine(text)).toBe(shown);
});

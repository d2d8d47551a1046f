/** Texts that YAML or HTML read as something else. */

import { expect } from "vitest";
import { changeYaml, yamlValueAt } from "../../server/content/change-yaml.ts";

export const NASTY = [
  ..."null true no on ~ 1 1e3 0x1f 08:30 2027-03-01 .inf = <<".split(" "),
  ..."- ? : # * & ! | > % @ ` { } [ ] , ' \" \\".split(" "),
  ..."We're_#1|a:_b|-_x|?_x|*x|&x|!x|x:|:x|#x|x_#y|{brand}|{x:_y}|[x]|\"x\"|'x'|it''s"
    .replaceAll("_", " ")
    .split("|"),
  "---",
  "...",
  "%YAML 1.2",
  "a\u00a0: b",
  "a\u2028b\u0085c",
  "line\nbreak",
  "tab\there",
  "\ufeffmark",
  "مرحبا # أهلا",
  "👋🏽: hi",
  '<img src=x onerror="alert(1)">',
  "</textarea><script>alert(1)</script>",
  "__proto__: x",
];

/** A change of one text changes one line, and the text reads back as it was. */
export function saysTheSame(
  file: string,
  path: readonly string[],
  text: string,
): void {
  const changed = changeYaml(file, { path, action: "set", value: text });
  expect(yamlValueAt(changed, path)).toBe(text);
  expect(linesThatDiffer(file, changed)).toBeLessThanOrEqual(1);
}

export function linesThatDiffer(one: string, other: string): number {
  const [before, after] = [one.split("\n"), other.split("\n")];
  expect(after).toHaveLength(before.length);
  return after.filter((line, index) => line !== before[index]).length;
}

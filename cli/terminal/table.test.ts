import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { plainLine } from "./plain-text.ts";
import { fit, table } from "./table.ts";

const columns = [
  { title: "ID", width: 4, value: (row: string[]) => row[0] ?? "" },
  { title: "WHO", value: (row: string[]) => row[1] ?? "" },
];

test("a table has its titles and fills the width that there is", () => {
  const rows = [
    ["1", "Dana Ortiz"],
    ["12345", "A name that is too long"],
  ];
  expect(table(columns, rows, 18)).toEqual(["ID    WHO", "1     Dana Ortiz", "123…  A name that…"]);
});

test.each([
  ["日本語の会社", 7, "日本語…"],
  ["日本語の会社", 6, "日本… "],
  ["👩‍🔧👩‍🔧👩‍🔧", 5, "👩‍🔧👩‍🔧…"],
  ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
  ["ab", 4, "ab  "],
])("%j in %i columns is %j", (text, width, shown) => {
  expect(fit(text, width)).toBe(shown);
});

test("no line is ever wider than the terminal", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 60 }).map(plainLine);
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (rows) => {
      for (const line of table(columns, rows, 80)) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    }),
  );
});

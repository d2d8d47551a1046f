import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "../tests/support/csv.ts";
import { content } from "../tests/content.ts";
import { createLeadSheet, csvLine } from "./lead-sheet.ts";

test("a line for a spreadsheet follows RFC 4180", () => {
  expect(csvLine(["a", 'say "hi"', "one\ntwo", ""])).toBe('"a","say ""hi""","one\ntwo",""\r\n');
});

test("a spreadsheet has semicolons between its cells where its language writes decimals with a comma", () => {
  const head = (locale: string) => createLeadSheet({ ...content, locale }).head();
  expect(head("en-US")).toContain('"Id","');
  for (const locale of ["de-DE", "fr-FR", "pt-BR"]) expect(head(locale)).toContain('"Id";"');
});

test("a line for a spreadsheet contains the lead's own text", () => {
  // Without characters that could start a formula, or that mark a cell as text.
  const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((t) => !/[=+\-@＝＋－＠\t\r\n]/.test(t));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (values) => {
      const names = values.map((_, index) => `c${index}`);
      const [record] = readCsv("\uFEFF" + csvLine(names) + csvLine(values));
      expect(Object.values(record ?? {})).toEqual(values);
    }),
  );
});

test.each([
  ["=1+1", "'=1+1"],
  ["+15550100", "'+15550100"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["\rcmd", "'\rcmd"],
  [" =1", "' =1"],
  ['"=1', `'"'=1`],
  ["'=1", "''=1"],
  ["\u200B=1", "'\u200B=1"],
  ["＝1+1", "'＝1+1"],
  ["Dana;=HYPERLINK(1)", "Dana;'=HYPERLINK(1)"],
  ["slow\n- quotes", "slow\n'- quotes"],
])("a line for a spreadsheet %j cannot become a formula", (value, written) => {
  expect(csvLine([value])).toBe(`"${written.replaceAll('"', '""')}"\r\n`);
});

test.each(["Dana Ortiz", "dana+hvac@ortiz.example", "2026-11-20T12:00:00.000Z", "a - b", "1+1", "24/7"])(
  "a line for a spreadsheet %j stays as it is",
  (value) => {
    expect(csvLine([value])).toBe(`"${value}"\r\n`);
  },
);

test("a line for a spreadsheet starts no cell and no line with a formula, however it is cut", () => {
  const attack = fc.array(
    fc.constantFrom("=", "+", "-", "@", ";", ",", "\t", "\n", "\r", '"', "'", "a", " "),
  );
  fc.assert(
    fc.property(attack, (parts) => {
      const line = csvLine([parts.join("")]).slice(1, -3);
      for (const cell of line.split(/[;,\t\r\n"]/)) expect(cell).not.toMatch(/^[=+\-@]/);
    }),
  );
});

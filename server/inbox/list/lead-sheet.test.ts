import { expect, test } from "vitest";
import { content } from "../../../tests/content.ts";
import { MAILED_AT } from "../../../tests/support/outgoing.ts";
import { createLeadSheet, csvLine } from "./lead-sheet.ts";

const CLOCK = { timeZone: "UTC", now: () => MAILED_AT };

test("a spreadsheet has semicolons where its language writes decimals with a comma", () => {
  const head = (locale: string) =>
    createLeadSheet({ ...content, locale }, CLOCK).head();
  expect(head("en-US")).toContain('"Id","');
  for (const locale of ["de-DE", "fr-FR", "pt-BR"])
    expect(head(locale)).toContain('"Id";"');
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
  ["a,=1", "a,'=1"],
  ["a\t@1", "a\t'@1"],
  ["a\r+1", "a\r'+1"],
  ['a" -1', `a" '-1`],
])(
  "in a line for a spreadsheet, %j cannot become a formula",
  (value, written) => {
    expect(csvLine([value])).toBe(`"${written.replaceAll('"', '""')}"\r\n`);
  },
);

test.each([
  "Dana Ortiz",
  "one\ntwo",
  "",
  "dana+hvac@ortiz.example",
  "2026-11-20T12:00:00.000Z",
  "a - b",
  "1+1",
  "24/7",
])("in a line for a spreadsheet, %j stays unchanged", (value) => {
  expect(csvLine([value])).toBe(`"${value}"\r\n`);
});

import { expect, test } from "vitest";
import { FORM } from "../../tests/support/build.ts";
import { OUR_LEAD } from "../../tests/support/leads.ts";
import {
  emptyLead,
  LEAD_COLUMNS,
  columnNames,
  type LeadColumn,
} from "./lead.ts";
import {
  validateLead,
  type ProblemKind,
  type UncheckedLead,
} from "./validation.ts";

const STORED = { ...emptyLead(), ...OUR_LEAD };

const validate = (unchecked: UncheckedLead) =>
  validateLead(unchecked, {
    ...FORM,
    services: [{ value: "ai-chatbot" }, { value: "crm-integration" }],
  });

test("a lead is stored trimmed, with its email in lower case and line breaks of one kind", () => {
  // Each of these is one character, in two units of JavaScript.
  const company_name = "😀".repeat(LEAD_COLUMNS.company_name.maxLength);
  const validation = validate({
    ...OUR_LEAD,
    name: "\u00a0,| Dana Ortiz; |\n",
    company_name,
    email: " Dana@OrtizHVAC.example",
    problems: "\r\na\r\n\tb\r\n",
  });
  expect(validation).toEqual({
    ok: true,
    lead: { ...STORED, company_name, problems: "a\n\tb" },
  });
});

test("a lead is accepted without additional information, which is then empty", () => {
  const { additional_info: _left, ...rest } = OUR_LEAD;
  for (const unchecked of [
    rest,
    { ...rest, additional_info: null },
    { ...rest, additional_info: " \n" },
  ])
    expect(validate(unchecked)).toEqual({ ok: true, lead: STORED });
});

const required = columnNames.filter((column) => LEAD_COLUMNS[column].required);
const typed = columnNames.filter((column) => column !== "selected_service");
const cases = (
  columns: readonly LeadColumn[],
  texts: readonly (string | null | undefined)[],
  kind: ProblemKind,
) =>
  columns.flatMap((column) =>
    texts.map((text) => [column, text, kind] as const),
  );
const tooLong = (column: LeadColumn) => [
  "x".repeat(LEAD_COLUMNS[column].maxLength + 1),
];
const noAddresses =
  "nobody @x.co a@ a@x..co a@-x.co a@x.co,b@x.co a\uFFFD@x.co <a@x.co>,<b@x.co>".split(
    " ",
  );

test.each([
  ...cases(required, [undefined, null, "", " \t\r\n ", "\u200b"], "missing"),
  ...cases(["email"], ["a b@x.co", ...noAddresses], "invalid"),
  ...cases(
    ["selected_service"],
    ["free-money", "AI-CHATBOT", "x".repeat(100), "__proto__"],
    "invalid",
  ),
  ...typed.flatMap((column) => cases([column], tooLong(column), "too-long")),
])("a lead whose %s is %j is refused as %s", (column, text, kind) => {
  const message = {
    missing: FORM.fields[column].missing,
    invalid: FORM.fields[column].invalid,
    "too-long": FORM.fieldProblems.tooLong
      .replace("{subject}", FORM.fields[column].subject)
      .replace(
        "{limit}",
        LEAD_COLUMNS[column].maxLength.toLocaleString("en-US"),
      ),
  }[kind];
  const problems = [{ column, kind, message }];
  expect(validate({ ...OUR_LEAD, [column]: text })).toEqual({
    ok: false,
    problems,
  });
});

test("a refused lead names every problem at once, in the order of the form", () => {
  const unchecked = {
    name: "",
    email: "jürgen@x.co",
    selected_service: "y",
    problems: "\0",
  };
  const validation = validate({ ...OUR_LEAD, ...unchecked });
  expect(
    validation.ok ||
      validation.problems.map(({ column, kind }) => `${column} ${kind}`),
  ).toEqual([
    "name missing",
    "email invalid",
    "selected_service invalid",
    "problems missing",
  ]);
  const strange = FORM.fields.email.strange?.replace("{text}", "ü");
  expect(validation).toHaveProperty("problems.1.message", strange);
});

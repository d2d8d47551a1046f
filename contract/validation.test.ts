import { expect, test } from "vitest";
import { emptyLead, LEAD_COLUMNS, leadColumns, type LeadColumn } from "./lead.ts";
import { fieldProblem, FORM, OUR_LEAD } from "../tests/fakes/leads.ts";
import { validateLead, type ProblemKind, type UncheckedLead } from "./validation.ts";

const STORED = { ...emptyLead(), ...OUR_LEAD };

const validate = (unchecked: UncheckedLead) =>
  validateLead(unchecked, { ...FORM, services: [{ value: "ai-chatbot" }, { value: "crm-integration" }] });

function problemsOf(changes: UncheckedLead): [LeadColumn, ProblemKind][] {
  const validation = validate({ ...OUR_LEAD, ...changes });
  return validation.ok ? [] : validation.problems.map(({ column, kind }) => [column, kind]);
}

test("a lead is accepted as it is stored: trimmed, the email lowercased, line breaks of one kind", () => {
  const validation = validate({
    ...OUR_LEAD,
    name: "\u00a0 Dana Ortiz \n",
    email: " Dana@OrtizHVAC.example",
    problems: "\r\na\r\n\tb\r\n",
  });
  expect(validation).toEqual({ ok: true, lead: { ...STORED, problems: "a\n\tb" } });
});

test("a lead is accepted without additional information, which is then empty", () => {
  const { additional_info: _left, ...rest } = OUR_LEAD;
  for (const unchecked of [rest, { ...rest, additional_info: null }, { ...rest, additional_info: " \n" }])
    expect(validate(unchecked)).toEqual({ ok: true, lead: STORED });
});

test("a lead is accepted with a name in any alphabet, or of exactly the limit in code points, and with any address", () => {
  const longest = "\u{1f4de}".repeat(LEAD_COLUMNS.name.maxLength);
  for (const name of [
    "Jürgen-Ñandú 棋圍",
    "\u{1f469}\u200d\u{1f527}",
    "O’Brien & Söhne <b>",
    "עברית",
    longest,
  ])
    expect(problemsOf({ name }), name).toEqual([]);
  for (const email of ["a@b", "first.last+tag@sub.example.co", "o'brien@x-y.example", "UPPER@X.CO"])
    expect(problemsOf({ email }), email).toEqual([]);
});

test.each(leadColumns.filter((column) => LEAD_COLUMNS[column].required))(
  "a lead is refused without %s",
  (column) => {
    for (const blank of [undefined, null, "", " \t\r\n "]) {
      const unchecked: UncheckedLead = { ...OUR_LEAD };
      if (blank === undefined) delete unchecked[column];
      else unchecked[column] = blank;
      expect(validate(unchecked)).toEqual({
        ok: false,
        problems: [{ column, kind: "missing", message: FORM.fields[column].missing }],
      });
    }
  },
);

test.each(["a b@x.co", ..."nobody @x.co a@ a@x..co a@-x.co a@x.co,b@x.co a@x.co\u200b <a@x.co>".split(" ")])(
  "a lead is refused from %s",
  (email) => {
    expect(validate({ ...OUR_LEAD, email })).toMatchObject({
      ok: false,
      problems: [{ column: "email", kind: "invalid", message: FORM.fields.email.invalid }],
    });
  },
);

test.each(["free-money", "AI-CHATBOT", "x".repeat(100), "__proto__"])(
  "a lead is refused asking for %s",
  (selected_service) => {
    expect(problemsOf({ selected_service })).toEqual([["selected_service", "invalid"]]);
  },
);

test.each(leadColumns.filter((column) => column !== "selected_service"))(
  "a lead is refused with a %s that is too long",
  (column) => {
    const text = "x".repeat(LEAD_COLUMNS[column].maxLength + 1);
    expect(validate({ ...OUR_LEAD, [column]: text })).toMatchObject({
      ok: false,
      problems: [{ column, kind: "too-long", message: fieldProblem("tooLong", column) }],
    });
  },
);

test.each(["\0", "\u0007", "\u001b[2J", "\u007f", "\u0085x", "\ud83d", "\udcde\ud83d"])(
  "a lead is refused with the unreadable %j in any column",
  (character) => {
    for (const column of leadColumns) {
      expect(validate({ ...OUR_LEAD, [column]: `a${character}b` })).toMatchObject({
        ok: false,
        problems: [{ column, kind: "unreadable", message: fieldProblem("unreadable", column) }],
      });
    }
  },
);

test("a lead is refused with a line break or tab where there is one line", () => {
  for (const text of ["a\nb", "a\r\nb", "a\tb"]) {
    expect(problemsOf({ name: text, company_name: text })).toEqual([
      ["name", "unreadable"],
      ["company_name", "unreadable"],
    ]);
  }
});

test("a lead is refused with every problem at once, in the order of the form", () => {
  expect(
    problemsOf({ name: "", email: "x", selected_service: "y", problems: "\0", additional_info: "\0" }),
  ).toEqual([
    ["name", "missing"],
    ["email", "invalid"],
    ["selected_service", "invalid"],
    ["problems", "unreadable"],
    ["additional_info", "unreadable"],
  ]);
});

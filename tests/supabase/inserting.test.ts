/** Hosted Supabase: a visitor's insert returns its own row, with the same error texts as our own server. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isLeadColumn, LEAD_COLUMNS, type LeadColumn, type LeadFields } from "../../contract/lead.ts";
import { root } from "../../scripts/root.ts";
import { cleanLine } from "../../contract/typed-text.ts";
import { validateLead, type ProblemKind, type UncheckedLead } from "../../contract/validation.ts";
import { FORM, LEAD, OUR_COLUMNS, OUR_LEAD } from "../fakes/leads.ts";
import { describePostgres } from "../fakes/postgres.ts";
import { hostedForTests, postToHosted } from "../fakes/supabase.ts";

const CODES: Record<ProblemKind, string> = { missing: "23502", "too-long": "22001", invalid: "23514" };

const PROBLEMS_OF =
  /\(\s*\d, '(\w+)', lead\.\w+, \w+, \d+, '([^']*)',\s*(?:'([^']*)'|null),\s*(?:'([^']*)'|null)\s*\)/g;

/** The texts in the migrations; those of the pages are the agency's. */
function hostedForm(): typeof FORM {
  const fields = { ...FORM.fields };
  for (const file of globSync(join(root, "supabase/migrations/*.sql")).toSorted())
    for (const [, column = "", subject = "", missing = "", invalid] of readFileSync(file, "utf8").matchAll(
      PROBLEMS_OF,
    ))
      if (isLeadColumn(column))
        fields[column] = { label: column, subject, missing, ...(invalid && { invalid }) };
  return {
    ...FORM,
    fields,
    fieldProblems: {
      ...FORM.fieldProblems,
      tooLong: "{subject} is too long. Shorten it to {limit} characters or fewer.",
    },
  };
}

describePostgres("an insert on hosted Supabase", () => {
  const hosted = hostedForTests();

  test.each(["anon", "authenticated", "service_role"] as const)("by %s gives its row back", async (role) => {
    const before = Date.now();
    const answer = await postToHosted(hosted, { ...OUR_LEAD, email: " Dana@OrtizHVAC.example " }, { role });
    expect(answer).toEqual({
      rows: [
        {
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/),
          created_at: expect.any(String),
          ...OUR_LEAD,
        },
      ],
    });
    if (!("rows" in answer)) throw new Error(answer.message);
    const [row] = answer.rows;
    const made = Number.parseInt(row?.["id"]?.replaceAll("-", "").slice(0, 12) ?? "", 16);
    expect(Math.abs(made - before)).toBeLessThan(60_000);
    expect(row?.["created_at"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?\+00:00$/);
  });

  test("is stored without being shown when no row is asked for", async () => {
    expect(await postToHosted(hosted, { ...OUR_LEAD, name: "Minimal" }, { returns: "minimal" })).toEqual({
      rows: [],
    });
    const { rows } = await hosted.pool.query("SELECT 1 FROM lead_submissions WHERE name = 'Minimal'");
    expect(rows).toHaveLength(1);
  });

  test("of a list stores all of it or nothing", async () => {
    const list = ["Ada", "Ben"].map((name) => ({ ...OUR_LEAD, name }));
    expect(await postToHosted(hosted, list)).toMatchObject({ rows: [{ name: "Ada" }, { name: "Ben" }] });
    const answer = await postToHosted(hosted, [
      { ...OUR_LEAD, name: "Cleo" },
      { ...OUR_LEAD, email: "nobody" },
    ]);
    expect(answer).toMatchObject({ code: "23514" });
    const { rows } = await hosted.pool.query("SELECT 1 FROM lead_submissions WHERE name = 'Cleo'");
    expect(rows).toEqual([]);
  });

  test("works without the optional column, and returns null for missing values", async () => {
    const { additional_info: _, ...required } = OUR_LEAD;
    expect(await postToHosted(hosted, required)).toMatchObject({ rows: [{ additional_info: "" }] });
    expect(await postToHosted(hosted, { ...OUR_LEAD, additional_info: null })).toMatchObject({
      rows: [{ additional_info: "" }],
    });
    expect(await postToHosted(hosted, { ...OUR_LEAD, name: null })).toMatchObject({ code: "23502" });
  });

  test("accepts a visitor's id once, and no time", async () => {
    const id = "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d";
    expect(await postToHosted(hosted, { ...OUR_LEAD, id })).toMatchObject({ rows: [{ id }] });
    expect(await postToHosted(hosted, { ...OUR_LEAD, id, name: "Mallory" })).toEqual({
      code: "23505",
      message: "We already have this request. You don't need to send it again.",
      details: 'duplicate key value violates unique constraint "lead_submissions_pkey"',
    });
    expect(await postToHosted(hosted, { ...OUR_LEAD, created_at: "2020-01-01" })).toMatchObject({
      code: "42501",
    });
  });

  test("gets the same verdict as from our own server, whatever its content", async () => {
    await fc.assert(
      fc.asyncProperty(uncheckedLead(), async (unchecked) => {
        // It has no list of services.
        const expected = validateLead(unchecked, {
          ...hostedForm(),
          services: [{ value: cleanLine(unchecked.selected_service ?? "") }],
        });
        const answer = await postToHosted(hosted, unchecked);
        if (expected.ok) expect(answer).toMatchObject({ rows: [ours(expected.lead)] });
        else {
          const [first] = expected.problems;
          expect(answer).toMatchObject({ code: CODES[first.kind], message: first.message });
          const named = expected.problems.map(({ column }) => column);
          expect("details" in answer && columnsIn(answer.details)).toEqual(named);
        }
      }),
      { numRuns: 400 },
    );
  });
});

/** Mostly almost valid leads. */
function uncheckedLead(): fc.Arbitrary<UncheckedLead> {
  const blank = fc.constantFrom("", " ", "\t\r\n", "\u00a0\ufeff", "\u2003", "\u200b", "\u202e", "\u3164");
  const odd = fc.constantFrom(
    "\u0007",
    "\u009f",
    "\u{1f4de}",
    "\n",
    "\r\n",
    "\r",
    "\u2028",
    "\u00ad",
    "\u200f",
    "ﬁ",
    "É",
    "'",
    "%s",
  );
  const text = fc.tuple(blank, fc.array(fc.oneof(fc.string({ unit: "grapheme" }), odd)), blank);
  const record = (column: LeadColumn): fc.Arbitrary<string> => {
    const long = fc
      .constantFrom(0, 1)
      .map((more) => "\u{1f4de}".repeat(LEAD_COLUMNS[column].maxLength + more));
    const own: Partial<Record<LeadColumn, fc.Arbitrary<string>>> = {
      email: fc.oneof(
        fc.emailAddress(),
        fc.constantFrom("a@b", "A.B@C.example", "a@b_c", "a@-b.co", "@x", "é@x.co"),
      ),
      selected_service: fc.constantFrom("ai-chatbot", " crm-integration ", "free-money", "AI-CHATBOT"),
    };
    const usual = own[column] ?? fc.constant(LEAD[column]);
    return fc.oneof(
      { weight: 6, arbitrary: usual },
      { weight: 1, arbitrary: text.map((parts) => parts.flat().join("").replaceAll("\0", "")) },
      { weight: 1, arbitrary: long },
    );
  };
  const fields = Object.fromEntries(OUR_COLUMNS.map((column) => [column, record(column)]));
  return fc.record(fields);
}

const ours = (lead: LeadFields) => Object.fromEntries(OUR_COLUMNS.map((column) => [column, lead[column]]));

function columnsIn(details: string | undefined): string[] {
  return Array.from(
    details?.matchAll(/column "(\w+)"|lead_submissions_(\w+)_check/g) ?? [],
    ([, a, b]) => a ?? b ?? "",
  );
}

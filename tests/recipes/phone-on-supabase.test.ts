/** The recipe "a field" on hosted Supabase: one migration adds the column, and repeats the functions that name columns. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { OUR_LEAD } from "../fakes/leads.ts";
import { describePostgres } from "../fakes/postgres.ts";
import { hostedForTests, postToHosted } from "../fakes/supabase.ts";

const written = globSync("supabase/migrations/*.sql", { cwd: root })
  .toSorted()
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n");

/** The newest statement with this beginning, with an addition before a part of it. */
function repeated(beginning: string, before: string, added: string): string {
  const from = written.lastIndexOf(beginning);
  const statement = written.slice(from, written.indexOf("$$;", written.indexOf("as $$", from)) + 3);
  expect(statement).toContain(before);
  return statement.replace(before, added + before);
}

const MIGRATION = [
  `alter table lead_intake.lead_submissions
     add column phone text collate "C" not null default '' check (char_length(phone) <= 40);`,
  `create or replace view public.lead_submissions with (security_invoker = true) as
     select id, created_at, name, email, company_name, selected_service, problems, additional_info, phone
     from lead_intake.lead_submissions;`,
  "grant insert (phone) on public.lead_submissions to anon, authenticated;",
  repeated(
    "create or replace function lead_intake.normalized",
    "  return lead;",
    "  lead.phone := lead_intake.trimmed(lead.phone);\n",
  ),
  repeated(
    "create or replace function lead_intake.problems_of",
    "      (1, 'name'",
    "      (7, 'phone', lead.phone, false, 40, false, 'Your phone number', null, null),\n",
  ),
  repeated("create or replace function lead_intake.submit", "\n    )\n  );\n", ", new.phone"),
  "revoke execute on all functions in schema lead_intake from public, anon, authenticated;",
].join("\n");

describePostgres("an optional field on hosted Supabase", () => {
  const hosted = hostedForTests();

  test("is accepted, checked, stored and read", async () => {
    const before = await postToHosted(hosted, { ...OUR_LEAD, name: "From before" });
    expect(before).toMatchObject({ rows: [{ name: "From before" }] });
    await hosted.pool.query(MIGRATION);
    const sent = { ...OUR_LEAD, phone: " (201) 555-0142 " };
    expect(await postToHosted(hosted, sent)).toMatchObject({ rows: [{ phone: "(201) 555-0142" }] });
    expect(await postToHosted(hosted, OUR_LEAD)).toMatchObject({ rows: [{ phone: "" }] });
    expect(await postToHosted(hosted, { ...sent, phone: "1".repeat(41) })).toMatchObject({
      code: "22001",
      message: "Your phone number is too long. Shorten it to 40 characters or fewer.",
    });
    const { rows } = await hosted.pool.query("SELECT name, phone FROM lead_submissions ORDER BY created_at");
    expect(rows.map(({ phone }) => phone)).toEqual(["", "(201) 555-0142", ""]);
  });
});

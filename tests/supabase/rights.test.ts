/**
 * Hosted Supabase: the permissions of each
 * role. No visitor may read or change a lead.
 */

import { expect, test } from "vitest";
import { messageOf } from "../../server/settings/error-code.ts";
import { OUR_LEAD } from "../support/leads.ts";
import { describePostgres } from "../support/postgres.ts";
import { hostedForTests, onBehalf, postToHosted } from "./hosted.ts";

const INSERT =
  "INSERT INTO lead_submissions (name, email, company_name, selected_service, problems)";

/** The statements of a line are one transaction. */
const OF_VISITORS = `
${INSERT} VALUES ('A', 'a@x.example', 'B', 'ai-chatbot', 'C') RETURNING name; SELECT name FROM lead_submissions
${INSERT} SELECT name, 'thief@x.example', company_name, selected_service, problems FROM lead_submissions RETURNING *
SELECT name FROM lead_submissions
SELECT name FROM lead_submissions FOR SHARE
SELECT count(*)::int FROM lead_submissions
UPDATE lead_submissions SET name = 'x'
DELETE FROM lead_submissions
TRUNCATE lead_intake.lead_submissions
INSERT INTO lead_submissions (name) VALUES ('x') ON CONFLICT (id) DO UPDATE SET name = 'y' RETURNING *
INSERT INTO lead_intake.lead_submissions (name) VALUES ('x')
SELECT * FROM lead_intake.lead_submissions
SELECT * FROM lead_intake.idempotency_keys
SELECT * FROM lead_intake.lead_visits
SELECT lead_intake.claim('k', 0, 'f', gen_random_uuid())
SELECT lead_intake.problems_of(NULL)
CREATE TRIGGER t AFTER INSERT ON lead_submissions FOR EACH STATEMENT EXECUTE FUNCTION suppress_redundant_updates_trigger()
`;

const OF_THE_SERVICE = `
SELECT name FROM lead_submissions ORDER BY name
UPDATE lead_submissions SET company_name = 'Ortiz & Co' WHERE name = 'Dana Ortiz' RETURNING company_name
DELETE FROM lead_submissions WHERE name = 'A' RETURNING name
`;

const OF_A_SUPERUSER = `
INSERT INTO lead_intake.lead_submissions VALUES (gen_random_uuid(), now(), 'n', 'UPPER@x.example', 'c', 'ai-chatbot', 'p', '')
SELECT proname, proconfig, has_function_privilege('anon', oid, 'EXECUTE') AS anon, has_function_privilege('authenticated', oid, 'EXECUTE') AS authenticated FROM pg_proc WHERE pronamespace = 'lead_intake'::regnamespace ORDER BY proname
`;

const REFUSED =
  /^(?:permission denied|must be owner|.*not supported|.*no unique).*/;

describePostgres("on hosted Supabase", () => {
  const hosted = hostedForTests();

  test("each role may do what it needs: no visitor reads or changes a lead, or calls a function", async () => {
    await postToHosted(hosted, OUR_LEAD);
    const said: string[] = [];
    for (const [role, statements] of [
      ["anon", OF_VISITORS],
      ["authenticated", OF_VISITORS],
      ["service_role", OF_THE_SERVICE],
      ["none", OF_A_SUPERUSER],
    ] as const)
      for (const sql of statements.trim().split("\n")) {
        const answer = onBehalf(hosted, { role }, async (client) =>
          [await client.query(sql)].flat().map(({ rows }) => rows),
        ).catch((error: unknown) =>
          messageOf(error).replace(REFUSED, "refused"),
        );
        said.push(`${role}: ${sql}\n  ${JSON.stringify(await answer)}`);
      }
    await expect(said.join("\n")).toMatchFileSnapshot("rights.said.txt");
  });
});

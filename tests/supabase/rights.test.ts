/**
 * Hosted Supabase: the permissions of each
 * role. No visitor may read or change a lead.
 */
import { beforeAll, expect, test } from "vitest";
import { OUR_LEAD } from "../support/leads.ts";
import { describePostgres } from "../support/postgres.ts";
import {
  hostedForTests,
  onBehalf,
  postToHosted,
  type HostedRole,
} from "./hosted.ts";

describePostgres("on hosted Supabase", () => {
  const hosted = hostedForTests();
  beforeAll(async () => void (await postToHosted(hosted, OUR_LEAD)));

  async function run(sql: string, role: HostedRole = "anon") {
    return onBehalf(
      hosted,
      { role },
      async (client) => (await client.query(sql)).rows,
    );
  }

  test.each(["anon", "authenticated"] as const)(
    "%s cannot select, lock or count rows",
    async (role) => {
      for (const sql of [
        "SELECT * FROM lead_submissions",
        "SELECT * FROM lead_submissions FOR SHARE",
      ]) {
        const read = run(sql, role).catch((error: unknown) => String(error));
        expect([
          [],
          "error: permission denied for view lead_submissions",
        ]).toContainEqual(await read);
      }
      expect(
        await run("SELECT count(*)::int AS n FROM lead_submissions", role),
      ).toEqual([{ n: 0 }]);
    },
  );

  test("a visitor cannot read even its own row, except in the answer to its insert", async () => {
    const insert =
      "INSERT INTO lead_submissions (name, email, company_name, selected_service, problems)";
    await onBehalf(hosted, {}, async (client) => {
      const inserted = await client.query(
        `${insert} VALUES ('A', 'a@x.example', 'B', 'ai-chatbot', 'C') RETURNING id, name`,
      );
      expect(inserted.rows).toMatchObject([{ name: "A" }]);
      expect(
        (await client.query("SELECT * FROM lead_submissions")).rows,
      ).toEqual([]);
    });
    const copyOfOthers = `${insert} SELECT name, 'thief@x.example', company_name, selected_service, problems
      FROM lead_submissions RETURNING *`;
    expect(await run(copyOfOthers)).toEqual([]);
  });

  test.each([
    "UPDATE lead_submissions SET name = 'x'",
    "DELETE FROM lead_submissions",
    "TRUNCATE lead_intake.lead_submissions",
    "INSERT INTO lead_submissions (name) VALUES ('x') ON CONFLICT (id) DO UPDATE SET name = 'y' RETURNING *",
    "INSERT INTO lead_intake.lead_submissions (name) VALUES ('x')",
    "SELECT * FROM lead_intake.lead_submissions",
    "SELECT * FROM lead_intake.idempotency_keys",
    "SELECT * FROM lead_intake.lead_visits",
    "SELECT lead_intake.claim('k', 0, 'f', gen_random_uuid())",
    "SELECT lead_intake.problems_of(NULL)",
    "CREATE TRIGGER t AFTER INSERT ON lead_submissions FOR EACH STATEMENT EXECUTE FUNCTION suppress_redundant_updates_trigger()",
  ])("a visitor may not: %s", async (sql) => {
    for (const role of ["anon", "authenticated"] as const)
      await expect(run(sql, role)).rejects.toThrow(
        /permission denied|must be owner|not supported|no unique/,
      );
    const { rows } = await hosted.pool.query(
      "SELECT 1 FROM lead_submissions WHERE name IN ('x', 'y')",
    );
    expect(rows).toEqual([]);
  });

  test("service_role reads, corrects and deletes", async () => {
    expect(
      await run(
        "SELECT name FROM lead_submissions WHERE name = 'Dana Ortiz'",
        "service_role",
      ),
    ).toHaveLength(1);
    const { rows } = await hosted.pool.query(
      "SELECT count(*)::int AS n FROM lead_submissions",
    );
    expect(
      await run(
        "SELECT count(*)::int AS n FROM lead_submissions",
        "service_role",
      ),
    ).toEqual(rows);
    const changed =
      "UPDATE lead_submissions SET company_name = 'Ortiz & Co' WHERE name = 'Dana Ortiz' RETURNING company_name";
    expect(await run(changed, "service_role")).toEqual([
      { company_name: "Ortiz & Co" },
    ]);
    expect(
      await run(
        "DELETE FROM lead_submissions WHERE name = 'A' RETURNING name",
        "service_role",
      ),
    ).toHaveLength(1);
  });

  test("even a superuser cannot store an address in capitals", async () => {
    const values =
      "gen_random_uuid(), now(), 'n', 'UPPER@x.example', 'c', 'ai-chatbot', 'p', ''";
    await expect(
      hosted.pool.query(
        `INSERT INTO lead_intake.lead_submissions VALUES (${values})`,
      ),
    ).rejects.toThrow(/check constraint "lead_submissions_email_check"/);
  });

  test("no function uses the caller's search_path, and a visitor can call no function", async () => {
    const { rows } = await hosted.pool.query(
      `SELECT proname, proconfig::text, has_function_privilege('anon', oid, 'EXECUTE') AS anon,
         has_function_privilege('authenticated', oid, 'EXECUTE') AS authenticated
       FROM pg_proc WHERE pronamespace = 'lead_intake'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows)
      expect(row).toMatchObject({
        proconfig: '{"search_path=\\"\\""}',
        anon: false,
        authenticated: false,
      });
  });
});

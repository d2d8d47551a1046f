/**
 * Hosted Supabase answers an insert like our own
 * server: with the row, or with the same error.
 */
import { expect, test } from "vitest";
import { LEAD_COLUMNS } from "../../contract/lead/lead.ts";
import { content } from "../content.ts";
import { OUR_LEAD } from "../support/leads.ts";
import { describePostgres } from "../support/postgres.ts";
import { hostedForTests, postToHosted } from "./hosted.ts";

const ID = "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d";

describePostgres("an insert on hosted Supabase", () => {
  const hosted = hostedForTests();

  const keyed = (body: object) =>
    postToHosted(hosted, body, { headers: { "idempotency-key": "first" } });

  async function count(email: string): Promise<number> {
    const { rows } = await hosted.pool.query(
      "SELECT 1 FROM lead_submissions WHERE email = $1",
      [email],
    );
    return rows.length;
  }

  test.each(["anon", "authenticated", "service_role"] as const)(
    "by %s returns its row",
    async (role) => {
      const answer = await postToHosted(
        hosted,
        { ...OUR_LEAD, email: " Dana@OrtizHVAC.example " },
        { role },
      );
      const id = expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/,
      );
      expect(answer).toEqual({
        rows: [{ id, created_at: expect.any(String), ...OUR_LEAD }],
      });
    },
  );

  test("accepts each id once, and refuses a time of creation", async () => {
    expect(await postToHosted(hosted, { ...OUR_LEAD, id: ID })).toMatchObject({
      rows: [{ id: ID }],
    });
    expect(
      await postToHosted(hosted, { ...OUR_LEAD, id: ID, name: "Mallory" }),
    ).toMatchObject({
      code: "23505",
      message: "We already have this request. You don't need to send it again.",
    });
    const dated = { ...OUR_LEAD, created_at: "2020-01-01" };
    expect(await postToHosted(hosted, dated)).toMatchObject({ code: "42501" });
  });

  test.each([
    ["no name", { name: null }, "23502"],
    ["a name of blanks", { name: " \u00a0\u200b" }, "23502"],
    [
      "a name that is too long",
      { name: "\u{1f4de}".repeat(LEAD_COLUMNS.name.maxLength + 1) },
      "22001",
    ],
    ["an address without a name", { email: "@x.example" }, "23514"],
    ["an address with an invalid domain", { email: "a@-b.co" }, "23514"],
  ])("with %s is refused", async (_what, change, code) => {
    expect(
      await postToHosted(hosted, { ...OUR_LEAD, ...change }),
    ).toMatchObject({ code });
  });

  test("with a used key returns the first row, and is refused if the text is different", async () => {
    const lead = { ...OUR_LEAD, email: "first@x.example" };
    const first = await keyed(lead);
    expect(first).toMatchObject({ rows: [{ email: "first@x.example" }] });
    expect(await keyed({ ...lead, name: `  ${lead.name} ` })).toEqual(first);
    const reused = { code: "PT422", message: content.messages.keyReused };
    expect(await keyed({ ...lead, name: "Mallory" })).toMatchObject(reused);
    expect(await keyed([lead, lead])).toMatchObject(reused);
    expect(await count("first@x.example")).toBe(1);
  });

  test.each([
    [
      "1a2b3c4d https://agency.example/?utm_source=facebook&x=secret#top https://m.facebook.com/feed?q=1",
      {
        consent: "1a2b3c4d",
        page: "/",
        referrer: "m.facebook.com",
        campaign: { utm_source: "facebook" },
      },
    ],
    [
      "'; drop table x; --",
      { consent: null, page: null, referrer: null, campaign: {} },
    ],
  ])("stores the visit %j beside the lead", async (header, visit) => {
    const answer = await postToHosted(hosted, OUR_LEAD, {
      headers: { "x-lead-source": header },
    });
    const { rows } = await hosted.pool.query(
      `SELECT consent_version AS consent, page, referrer, campaign FROM lead_intake.lead_visits
       WHERE lead_id = $1`,
      ["rows" in answer ? answer.rows[0]?.["id"] : ""],
    );
    expect(rows).toEqual([visit]);
  });
});

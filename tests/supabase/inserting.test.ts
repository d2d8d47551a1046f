/**
 * Hosted Supabase answers an insert like our own
 * server: with the row, or with the same error.
 */

import { expect, test } from "vitest";
import { LEAD_COLUMNS } from "../../contract/lead/lead.ts";
import { content } from "../content.ts";
import { OUR_LEAD } from "../support/leads.ts";
import { describePostgres } from "../support/postgres.ts";
import { listOf } from "../support/said.tsx";
import { hostedForTests, postToHosted, type HostedRequest } from "./hosted.ts";

const { messages } = content;
const { email, name } = content.fields;
const id = "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d";

const INSERTS: [
  what: string,
  changes: Record<string, string | null>,
  request?: HostedRequest,
][] = [
  ["anon", { email: " Dana@OrtizHVAC.example " }],
  ["authenticated", {}, { role: "authenticated" }],
  ["service_role", {}, { role: "service_role" }],
  ["an id", { id }],
  ["the same id", { id, name: "Mallory" }],
  ["a time of creation", { created_at: "2020-01-01" }],
  ["no name", { name: null }],
  ["a name of blanks", { name: " \u00a0\u200b" }],
  [
    "a name that is too long",
    { name: "\u{1f4de}".repeat(LEAD_COLUMNS.name.maxLength + 1) },
  ],
  ["an address without a name", { email: "@x.example" }],
  ["an address with an invalid domain", { email: "a@-b.co" }],
];

describePostgres("an insert on hosted Supabase", () => {
  const hosted = hostedForTests();

  const keyed = (body: object) =>
    postToHosted(hosted, body, { headers: { "idempotency-key": "first" } });

  test("is answered with its row, or with an error like our own server's", async () => {
    const said: Record<string, string> = {};
    for (const [what, changes, request] of INSERTS) {
      const lead = { ...OUR_LEAD, ...changes };
      const answer = await postToHosted(hosted, lead, request);
      said[what] = JSON.stringify(answer)
        .replaceAll(
          /"[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][^"]*"/g,
          '"uuid 7"',
        )
        .replaceAll(/\d{4}-\d\d-\d\dT[^"]+/g, "now");
    }
    const list = listOf(said, { messages, email, name });
    await expect(list).toMatchFileSnapshot("inserting.said.txt");
  });

  test("with a used key returns the first row, and is refused if the text is different", async () => {
    const lead = { ...OUR_LEAD, email: "first@x.example" };
    const first = await keyed(lead);
    expect(first).toMatchObject({ rows: [{ email: "first@x.example" }] });
    expect(await keyed({ ...lead, name: `  ${lead.name} ` })).toEqual(first);
    const reused = { code: "PT422", message: messages.keyReused };
    expect(await keyed({ ...lead, name: "Mallory" })).toMatchObject(reused);
    expect(await keyed([lead, lead])).toMatchObject(reused);
    const { rows } = await hosted.pool.query(
      "SELECT 1 FROM lead_submissions WHERE email = 'first@x.example'",
    );
    expect(rows).toHaveLength(1);
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

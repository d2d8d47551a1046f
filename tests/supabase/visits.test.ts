/** Hosted Supabase: a lead's origin is stored beside it, whatever a header says. */
import { expect, test } from "vitest";
import { OUR_LEAD } from "../fakes/leads.ts";
import { describePostgres } from "../fakes/postgres.ts";
import { hostedForTests, onBehalf, postToHosted } from "../fakes/supabase.ts";

describePostgres("on hosted Supabase, the visit of a lead", () => {
  const hosted = hostedForTests();

  async function visitOf(header: string | undefined) {
    const headers = header === undefined ? {} : { "x-lead-source": header };
    const answer = await postToHosted(hosted, OUR_LEAD, { headers });
    const id = "rows" in answer ? answer.rows[0]?.["id"] : undefined;
    const { rows } = await hosted.pool.query(
      `SELECT consent_version AS consent, page, referrer, campaign FROM lead_intake.lead_visits
       WHERE lead_id = $1`,
      [id],
    );
    return { stored: id !== undefined, visit: rows[0] };
  }

  test.each([
    [
      "1a2b3c4d https://agency.example/?utm_source=facebook&x=secret&gclid=abc#top https://m.facebook.com/feed?q=1",
      {
        consent: "1a2b3c4d",
        page: "/",
        referrer: "m.facebook.com",
        campaign: { utm_source: "facebook", gclid: "abc" },
      },
    ],
    [
      "1a2b3c4d https://agency.example/book-call https://agency.example/",
      { consent: "1a2b3c4d", page: "/book-call", referrer: null, campaign: {} },
    ],
    ["'; drop table x; --", { consent: null, page: null, referrer: null, campaign: {} }],
    ["", { consent: null, page: null, referrer: null, campaign: {} }],
    [
      `1a2b3c4d https://a.example/${"x".repeat(9000)}`,
      { consent: "1a2b3c4d", page: `/${"x".repeat(199)}`, referrer: null, campaign: {} },
    ],
  ])("is read from %j", async (header, visit) => {
    expect(await visitOf(header)).toEqual({ stored: true, visit });
  });

  test("is unknown without a header, is shown to nobody, and is deleted with its lead", async () => {
    expect(await visitOf(undefined)).toEqual({ stored: true, visit: undefined });
    for (const role of ["anon", "authenticated"] as const) {
      const read = onBehalf(hosted, { role }, (client) =>
        client.query("SELECT * FROM lead_intake.lead_visits"),
      );
      await expect(read).rejects.toThrow("permission denied");
    }
    await hosted.pool.query("DELETE FROM lead_intake.lead_submissions");
    expect((await hosted.pool.query("SELECT 1 FROM lead_intake.lead_visits")).rows).toEqual([]);
  });
});

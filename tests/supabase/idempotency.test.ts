/** Hosted Supabase: one filled form is one lead, by the header that PostgREST passes to the trigger. */
import { content } from "../content.ts";
import { expect, test } from "vitest";
import { MAX_IDEMPOTENCY_KEY_LENGTH } from "../../contract/limits.ts";
import { OUR_LEAD } from "../fakes/leads.ts";
import { describePostgres } from "../fakes/postgres.ts";
import { hostedForTests, postToHosted } from "../fakes/supabase.ts";

const REUSED = {
  code: "PT422",
  message: content.messages.keyReused,
  details: "The Idempotency-Key was used for another body.",
};

describePostgres("an idempotency key on hosted Supabase", () => {
  const hosted = hostedForTests();

  const keyed = (key: string, body: object = OUR_LEAD) =>
    postToHosted(hosted, body, { headers: { "idempotency-key": key, "user-agent": "x" } });

  async function count(email: string): Promise<number> {
    const { rows } = await hosted.pool.query("SELECT 1 FROM lead_submissions WHERE email = $1", [email]);
    return rows.length;
  }

  test("gives the first row for the same text, blanks aside", async () => {
    const lead = { ...OUR_LEAD, email: "first@x.example" };
    const first = await keyed("first", lead);
    const again = await keyed("first", { ...lead, name: `  ${lead.name} `, email: "FIRST@x.example" });
    expect(first).toMatchObject({ rows: [{ email: "first@x.example" }] });
    expect(again).toEqual(first);
    expect(await count("first@x.example")).toBe(1);
  });

  test("gives nothing of the first row for other text, nor for another id", async () => {
    const lead = { ...OUR_LEAD, email: "other@x.example" };
    await keyed("other", lead);
    expect(await keyed("other", { ...lead, name: "Mallory" })).toEqual(REUSED);
    expect(await keyed("other", { ...lead, id: "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d" })).toEqual(REUSED);
    expect(await count("other@x.example")).toBe(1);
  });

  test("makes one lead of duplicates that arrive at once", async () => {
    const lead = { ...OUR_LEAD, email: "twins@x.example" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed("twins", lead)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ rows: [{ email: "twins@x.example" }] });
    expect(await count("twins@x.example")).toBe(1);
  });

  test("lets one of two concurrent requests win when their texts differ", async () => {
    const lead = { ...OUR_LEAD, email: "race@x.example" };
    const answers = await Promise.all(["A", "B", "C", "D"].map((name) => keyed("race", { ...lead, name })));
    expect(answers.filter((answer) => "rows" in answer)).toHaveLength(1);
    expect(answers.filter((answer) => "code" in answer)).toEqual([REUSED, REUSED, REUSED]);
    expect(await count("race@x.example")).toBe(1);
  });

  test("covers a list as a whole", async () => {
    const list = ["A", "B"].map((name) => ({ ...OUR_LEAD, name, email: "list@x.example" }));
    const first = await keyed("list", list);
    expect(await keyed("list", list)).toEqual(first);
    expect(await keyed("list", list.slice(0, 1))).toEqual(REUSED);
    expect(await keyed("list", [...list, ...list])).toEqual(REUSED);
    expect(await keyed("list", list.toReversed())).toEqual(REUSED);
    expect(await count("list@x.example")).toBe(2);
  });

  test("is not used up by an insert that is refused", async () => {
    const lead = { ...OUR_LEAD, email: "refused@x.example" };
    expect(await keyed("refused", { ...lead, name: " " })).toMatchObject({ code: "23502" });
    expect(await keyed("refused", lead)).toMatchObject({ rows: [{ email: "refused@x.example" }] });
  });

  test("is free again after seven days, and after its lead was deleted", async () => {
    const lead = { ...OUR_LEAD, email: "week@x.example" };
    await keyed("week", lead);
    await hosted.pool.query(
      "UPDATE lead_intake.idempotency_keys SET used_at = now() - interval '7 days 1 second' WHERE key = 'week'",
    );
    expect(await keyed("week", { ...lead, name: "Ben" })).toMatchObject({ rows: [{ name: "Ben" }] });
    expect(await count("week@x.example")).toBe(2);
    await hosted.pool.query("DELETE FROM lead_submissions WHERE email = 'week@x.example'");
    expect(await keyed("week", { ...lead, name: "Cleo" })).toMatchObject({ rows: [{ name: "Cleo" }] });
  });

  test("is refused when it is empty, unreadable or too long", async () => {
    for (const key of ["", " ", "a b", "ü", "x".repeat(MAX_IDEMPOTENCY_KEY_LENGTH + 1)])
      expect(await keyed(key), key).toMatchObject({ code: "PT400", message: content.messages.keyUnusable });
  });

  test("is optional: without it the same text is two leads", async () => {
    const lead = { ...OUR_LEAD, email: "none@x.example" };
    await postToHosted(hosted, lead);
    await postToHosted(hosted, lead);
    expect(await count("none@x.example")).toBe(2);
  });
});

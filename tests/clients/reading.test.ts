/** supabase-js with the secret key: an agency's own tools read its leads, and only read. */
import { expect, test } from "vitest";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { LEAD } from "../fakes/leads.ts";
import { SECRET_KEY } from "../fakes/server.ts";
import { serverWithLeads } from "../wire/wire-request.ts";
import { names, ownerClient, postgrestClient } from "./clients.ts";

/** A minute apart. */
async function fiveLeads() {
  const server = await serverWithLeads([
    { name: "Ada", email: "ada@trades.example", selected_service: "ai-chatbot" },
    { name: "Ben, Jr.", email: "ben@trades.example", selected_service: "crm-integration" },
    { name: "Cleo", email: "cleo@other.example", selected_service: "ai-chatbot" },
    { name: "Dora (50%)", email: "dora@other.example", selected_service: "crm-integration" },
    { name: "ÉLODIE", email: "elodie@other.example", selected_service: "appointment-scheduling" },
  ]);
  return { server, leads: ownerClient(server).from(LEADS_TABLE) };
}

test("supabase-js with the secret key selects with filters as it writes them", async () => {
  const { leads } = await fiveLeads();
  const all = () => leads.select("id, name").order("created_at");
  const cases = {
    eq: await all().eq("name", "Ben, Jr."),
    gte: await all().gte("created_at", "2026-11-20T12:01:00Z"),
    ilike: await all().ilike("name", "élo%"),
    escaped: await all().like("name", "%50\\%%"),
    in: await all().in("name", ["Ada", "Ben, Jr.", "Dora (50%)"]),
    notIn: await all().not("name", "in", '(Ada,"Ben, Jr.")'),
    isNull: await all().is("additional_info", null),
    or: await all().or("name.eq.Ada,and(email.like.*@other.*,selected_service.eq.ai-chatbot)"),
    match: await all().match({ selected_service: "ai-chatbot", email: "cleo@other.example" }),
  };
  expect(Object.values(cases).map(({ error }) => error)).toEqual(Object.values(cases).map(() => null));
  const [ada, ben, cleo, dora, elodie] = ["Ada", "Ben, Jr.", "Cleo", "Dora (50%)", "ÉLODIE"];
  expect(Object.fromEntries(Object.entries(cases).map(([name, { data }]) => [name, names(data)]))).toEqual({
    eq: [ben],
    gte: [ben, cleo, dora, elodie],
    ilike: [elodie],
    escaped: [dora],
    in: [ada, ben, dora],
    notIn: [cleo, dora, elodie],
    isNull: [],
    or: [ada, cleo],
    match: [cleo],
  });
});

test("supabase-js with the secret key sorts, limits, pages and counts", async () => {
  const { server, leads } = await fiveLeads();
  const sorted = await leads
    .select("name")
    .order("selected_service")
    .order("name", { ascending: false, nullsFirst: true });
  expect(names(sorted.data)).toEqual(["Cleo", "Ada", "ÉLODIE", "Dora (50%)", "Ben, Jr."]);
  const page = await leads.select("*", { count: "exact" }).order("name").range(1, 2);
  expect(page).toMatchObject({ data: [{ name: "Ben, Jr." }, { name: "Cleo" }], count: 5, status: 206 });
  expect(await leads.select("*", { count: "exact" }).range(9, 10)).toMatchObject({
    status: 416,
    error: { code: "PGRST103" },
  });
  const byHeader = postgrestClient(server, SECRET_KEY).from(LEADS_TABLE).select("name").order("name");
  const ranged = await byHeader.setHeader("Range", "3-9");
  expect(ranged).toMatchObject({ data: [{ name: "Dora (50%)" }, { name: "ÉLODIE" }], status: 200 });
  for (const count of ["exact", "planned", "estimated"] as const)
    expect(await leads.select("*", { count, head: true })).toMatchObject({
      count: 5,
      data: null,
      status: 200,
    });
});

test("supabase-js with the secret key reads one row, or one at most", async () => {
  const { leads } = await fiveLeads();
  expect((await leads.select("name").eq("name", "Ada").single()).data).toEqual({ name: "Ada" });
  expect((await leads.select("name").eq("name", "Ada").maybeSingle()).data).toEqual({ name: "Ada" });
  expect(await leads.select().eq("name", "Zoe").maybeSingle()).toMatchObject({
    data: null,
    error: null,
    status: 200,
  });
  expect(await leads.select().eq("name", "Zoe").single()).toMatchObject({
    data: null,
    status: 406,
    error: { code: "PGRST116", details: "The result contains 0 rows" },
  });
  expect(await leads.select().single()).toMatchObject({
    status: 406,
    error: { code: "PGRST116", details: "The result contains 5 rows" },
  });
  expect(await leads.select().maybeSingle()).toMatchObject({ status: 406, error: { code: "PGRST116" } });
});

test("supabase-js with the secret key inserts as well, and receives an error for what it cannot do", async () => {
  const { leads } = await fiveLeads();
  expect((await leads.insert(LEAD).select().single()).data).toMatchObject(LEAD);
  const denied = { code: "42501", message: "permission denied for table lead_submissions" };
  expect(await leads.update({ name: "x" }).eq("name", "Ada")).toMatchObject({ status: 403, error: denied });
  expect(await leads.delete().eq("name", "Ada")).toMatchObject({ status: 403, error: denied });
  expect(await leads.upsert({ ...LEAD, name: "x" })).toMatchObject({ status: 403, error: denied });
  expect(await leads.select().textSearch("name", "ada")).toMatchObject({
    status: 400,
    error: { code: "PGRST100" },
  });
  expect(await leads.select().explain()).toMatchObject({ status: 406, error: { code: "PGRST107" } });
  expect(names((await leads.select("name").order("name")).data)).toHaveLength(6);
});

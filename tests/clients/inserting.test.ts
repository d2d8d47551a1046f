import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { LEADS_TABLE } from "../../contract/lead/lead.ts";
import { content } from "../content.ts";
import { LEAD } from "../support/leads.ts";
import { PUBLIC_KEY, startServer, type TestServer } from "../support/server.ts";
import { stored } from "../wire/wire-request.ts";

/** Nobody signs in here, so there is no session to keep or renew. */
const NO_SESSION = {
  auth: {
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  },
};

function asVisitor({ port }: TestServer, headers: Record<string, string> = {}) {
  const client = createClient(`http://127.0.0.1:${port}`, PUBLIC_KEY, {
    ...NO_SESSION,
    global: { headers },
  });
  return client.from(LEADS_TABLE);
}

const ID = "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d";

test("supabase-js inserts rows, and gets the columns and the count of rows that it asks for", async () => {
  const server = await startServer();
  const table = asVisitor(server);
  const { data, error, status, statusText } = await table
    .insert(LEAD)
    .select()
    .single();
  expect({ error, status, statusText }).toEqual({
    error: null,
    status: 201,
    statusText: "Created",
  });
  expect(data).toEqual({
    id: expect.any(String),
    created_at: expect.any(String),
    ...LEAD,
  });
  expect(new Date(data?.created_at).getTime()).toBeCloseTo(Date.now(), -5);
  const listed = await table.insert([LEAD]).select("name, mail:email").single();
  expect(listed.data).toEqual({ name: LEAD.name, mail: LEAD.email });
  expect((await table.insert(LEAD).select().maybeSingle()).data).toMatchObject(
    LEAD,
  );

  const { additional_info: _, ...required } = LEAD;
  const rows = [LEAD, { ...required, name: "Ben" }];
  const several = await table
    .insert(rows, { count: "exact", defaultToNull: false })
    .select();
  expect(several.error).toBeNull();
  expect(several).toMatchObject({
    data: [{ name: LEAD.name }, { name: "Ben" }],
    count: 2,
  });
  expect(await table.insert(LEAD)).toMatchObject({
    data: null,
    error: null,
    status: 201,
  });
  expect(await stored(server)).toHaveLength(6);
});

test("with one key, supabase-js inserts a lead once, and a different lead is refused", async () => {
  const server = await startServer();
  const table = asVisitor(server, { "Idempotency-Key": "6f1c9c0e" });
  const insert = async (name: string) =>
    table
      .insert({ ...LEAD, name })
      .select()
      .single();
  const first = await insert(LEAD.name);
  expect((await insert(`  ${LEAD.name}`)).data).toEqual(first.data);
  expect(await insert("Mallory")).toMatchObject({
    data: null,
    status: 422,
    error: {
      code: "idempotency_key_reused",
      message: content.messages.keyReused,
    },
  });
});

test("supabase-js reports a taken id, a wrong token and a store that is not available", async () => {
  const server = await startServer();
  const table = asVisitor(server);
  await table.insert({ ...LEAD, id: ID });
  expect(await table.insert({ ...LEAD, id: ID })).toMatchObject({
    status: 409,
    statusText: "Conflict",
    error: { code: "23505", message: content.messages.alreadyStored },
  });
  expect(
    await asVisitor(server, { Authorization: "Bearer a.b" }).insert(LEAD),
  ).toMatchObject({
    status: 401,
    error: { code: "PGRST301", message: "The bearer token is not the API key" },
  });
  await server.store.close();
  expect(await table.insert(LEAD).select().single()).toMatchObject({
    data: null,
    status: 503,
    error: { code: "PGRST000", message: content.messages.storeUnavailable },
  });
});

test("supabase-js may ask for rows without nulls, and may not read stored leads", async () => {
  const table = asVisitor(await startServer());
  expect(
    (await table.insert(LEAD).select("name").single().stripNulls()).data,
  ).toEqual({ name: LEAD.name });
  const error = {
    code: "42501",
    message: "permission denied for table lead_submissions",
  };
  expect(await table.select()).toMatchObject({ status: 401, error });
});

import { createClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import { LEADS_TABLE } from "../../contract/lead/lead.ts";
import { content } from "../content.ts";
import { LEAD } from "../support/leads.ts";
import {
  PUBLIC_KEY,
  type TestServer,
  serverTest as test,
} from "../support/server.ts";
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

test("supabase-js inserts rows, and gets the columns and the count of rows that it asks for", async (server) => {
  const table = asVisitor(server);
  const { data, error } = await table.insert(LEAD).select().single();
  expect(error).toBeNull();
  expect(data).toMatchObject(LEAD);
  const listed = await table.insert([LEAD]).select("name, mail:email").single();
  expect(listed.data).toEqual({ name: LEAD.name, mail: LEAD.email });

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
  expect(await stored(server)).toHaveLength(4);
});

test("with one key, supabase-js inserts a lead once, and a different lead is refused", async (server) => {
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

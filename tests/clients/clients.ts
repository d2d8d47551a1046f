/** Clients that agencies use, connected to a server of ours. */
import { createClient } from "@supabase/supabase-js";
import type { LeadRow } from "../../contract/lead.ts";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { PUBLIC_KEY, type TestServer } from "../support/server.ts";

export type Server = Pick<TestServer, "port">;

/** Nobody signs in here, so there is no session to keep or renew. */
const NO_SESSION = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } };

export function asVisitor({ port }: Server, headers: Record<string, string> = {}) {
  const client = createClient(`http://127.0.0.1:${port}`, PUBLIC_KEY, { ...NO_SESSION, global: { headers } });
  return client.from(LEADS_TABLE);
}

export function names(rows: Partial<LeadRow>[] | null): (string | undefined)[] {
  return (rows ?? []).map(({ name }) => name);
}

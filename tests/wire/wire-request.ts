/** Requests that the form and an agency's tools send, for tests of the REST API. */
import type { LeadFields } from "../../contract/lead.ts";
import { OBJECT_MEDIA_TYPE } from "../../contract/rest-api.ts";
import { LEAD } from "../fakes/leads.ts";
import { PUBLIC_KEY, SECRET_KEY, startServer, type TestRequest, type TestServer } from "../fakes/server.ts";

export const LEADS_PATH = "/rest/v1/lead_submissions";

export function post(body: unknown = LEAD, headers: Record<string, string> = {}, query = ""): TestRequest {
  return {
    method: "POST",
    path: LEADS_PATH + query,
    headers: {
      apikey: PUBLIC_KEY,
      authorization: `Bearer ${PUBLIC_KEY}`,
      "content-type": "application/json",
      accept: OBJECT_MEDIA_TYPE,
      prefer: "return=representation",
      ...headers,
    },
    body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  };
}

/** A server with leads, one a minute from noon on. */
export async function serverWithLeads(leads: Partial<LeadFields>[]): Promise<TestServer> {
  let time = Date.parse("2026-11-20T12:00:00.000Z");
  const server = await startServer({ now: () => time });
  for (const lead of leads) {
    await server.send(post({ ...LEAD, ...lead }));
    time += 60_000;
  }
  return server;
}

export function get(query = "", headers: Record<string, string> = {}): TestRequest {
  return { path: LEADS_PATH + query, headers: { apikey: SECRET_KEY, ...headers } };
}

export async function stored(server: TestServer): Promise<{ id: string; name: string; email: string }[]> {
  return JSON.parse((await server.send(get())).body);
}

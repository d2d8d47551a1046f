/** Requests that the form and an agency's tools send, for tests of the REST API. */
import { OBJECT_MEDIA_TYPE } from "../../contract/rest-api.ts";
import { LEAD } from "../fakes/leads.ts";
import { PUBLIC_KEY, SECRET_KEY, type TestRequest } from "../fakes/server.ts";

export const LEADS = "/rest/v1/lead_submissions";

export function post(body: unknown = LEAD, headers: Record<string, string> = {}, query = ""): TestRequest {
  return {
    method: "POST",
    path: LEADS + query,
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

export function get(query = "", headers: Record<string, string> = {}): TestRequest {
  return { path: LEADS + query, headers: { apikey: SECRET_KEY, ...headers } };
}

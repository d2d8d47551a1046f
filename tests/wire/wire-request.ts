import { readAll } from "../store/contract/rows.ts";
import { LEAD } from "../support/leads.ts";
import {
  PUBLIC_KEY,
  type TestRequest,
  type TestServer,
} from "../support/server.ts";

export const LEADS_PATH = "/rest/v1/lead_submissions";

export function post(
  body: unknown = LEAD,
  headers: Record<string, string> = {},
  query = "",
): TestRequest {
  return {
    method: "POST",
    path: LEADS_PATH + query,
    headers: {
      apikey: PUBLIC_KEY,
      authorization: `Bearer ${PUBLIC_KEY}`,
      "content-type": "application/json",
      accept: "application/vnd.pgrst.object+json",
      prefer: "return=representation",
      ...headers,
    },
    body:
      typeof body === "string" || Buffer.isBuffer(body)
        ? body
        : JSON.stringify(body),
  };
}

export const get = (query = ""): TestRequest => ({
  path: LEADS_PATH + query,
  headers: { apikey: PUBLIC_KEY },
});

export const stored = ({ store }: TestServer) => readAll(store);

/** Checks before any value is read: keys, URLs, methods, schemas, preferences. */
import { expect, test } from "vitest";
import { LEAD } from "../fakes/leads.ts";
import { PUBLIC_KEY, startServer, type TestRequest } from "../fakes/server.ts";
import { get, LEADS, post } from "./wire-request.ts";

function anonymous(method: string, query = "", headers: Record<string, string> = {}): TestRequest {
  return { method, path: LEADS + query, headers: { apikey: PUBLIC_KEY, ...headers } };
}

test.each<[string, TestRequest, number, string]>([
  ["the key before the parameters", { path: `${LEADS}?limit=x` }, 401, "no_api_key"],
  ["rights before parameters", anonymous("GET", "?name=Ada"), 401, "42501"],
  ["rights before columns", anonymous("GET", "?select=phone"), 401, "42501"],
  ["rights before values", anonymous("DELETE", "?id=eq.1"), 401, "42501"],
  ["the form before the columns", get("?select=phone", { accept: "text/csv" }), 406, "PGRST107"],
  ["the body before its columns", post("[1]", {}, "?columns=phone"), 400, "PGRST102"],
  ["a schema that is not there", post(LEAD, { "content-profile": "private" }), 406, "PGRST106"],
  ["a table that is not there", { ...get(), path: "/rest/v1/leads" }, 404, "PGRST205"],
  ["an address that names no table", { ...get(), path: "/rest/v1/" }, 404, "PGRST125"],
  ["a function", { ...post(), path: "/rest/v1/rpc/drop" }, 404, "PGRST125"],
  ["an unknown method", anonymous("FOO"), 405, "PGRST117"],
])("a missing permission is reported before any other error %s", async (_name, request, status, code) => {
  const server = await startServer();
  const answer = await server.send(request);
  expect({ status: answer.status, ...JSON.parse(answer.body) }).toMatchObject({ status, code });
  expect(Object.keys(JSON.parse(answer.body)).toSorted()).toEqual(["code", "details", "hint", "message"]);
});

test("a response names its schema to a client that named it", async () => {
  const server = await startServer();
  const answer = await server.send(get("", { "accept-profile": "public" }));
  expect(answer.headers["content-profile"]).toBe("public");
  expect((await server.send(get())).headers).not.toHaveProperty("content-profile");
});

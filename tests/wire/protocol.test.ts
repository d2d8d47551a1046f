/** What PostgREST says before it looks at a value: addresses, methods, preferences, forms, and in which order. */
import { describe, expect, test } from "vitest";
import { OBJECT_MEDIA_TYPE } from "../../contract/wire.ts";
import { LEAD } from "../fakes/leads.ts";
import { PUBLIC_KEY, startServer, type TestRequest } from "../fakes/server.ts";
import { get, LEADS, post } from "./wire-request.ts";

/** As somebody with the public key, who may do none of this. */
function anonymous(
  method: string,
  query = "",
  headers: Record<string, string> = {},
  body?: string,
): TestRequest {
  return { method, path: LEADS + query, headers: { apikey: PUBLIC_KEY, ...headers }, body };
}

function call(method: string, path: string, body?: string): TestRequest {
  return { method, path: `/rest/v1/rpc/${path}`, headers: { apikey: PUBLIC_KEY }, body };
}

describe("faults are found in PostgREST's order", () => {
  test.each<[string, TestRequest, number, string]>([
    ["the key before the address", { path: "/rest/v1/leads" }, 401, "undefined"],
    [
      "the address before the schema",
      { ...anonymous("GET", "", { "accept-profile": "x" }), path: "/rest/v1/a/b" },
      404,
      "PGRST125",
    ],
    ["the schema before the method", anonymous("FOO", "", { "accept-profile": "private" }), 405, "PGRST117"],
    [
      "the schema before the table",
      { ...anonymous("GET", "", { "accept-profile": "x" }), path: "/rest/v1/leads" },
      406,
      "PGRST106",
    ],
    [
      "the table before its columns",
      { ...anonymous("GET", "?status=eq.new"), path: "/rest/v1/leads?status=eq.new" },
      404,
      "PGRST205",
    ],
    [
      "preferences before rights",
      anonymous("GET", "", { prefer: "handling=strict, anything" }),
      400,
      "PGRST122",
    ],
    ["the form before rights", anonymous("GET", "", { accept: "text/unknowntype" }), 406, "PGRST107"],
    ["parameters before rights", anonymous("GET", "?name=Ada"), 400, "PGRST100"],
    ["relations before rights", anonymous("GET", "?select=notes(*)"), 400, "PGRST200"],
    ["rights before columns", anonymous("GET", "?select=phone"), 401, "42501"],
    ["rights before values", anonymous("DELETE", "?id=eq.1"), 401, "42501"],
    ["the body before rights", anonymous("PATCH", "?name=eq.Ada", {}, "}{"), 400, "PGRST102"],
    [
      "the body's columns before rights",
      anonymous("PATCH", "?name=eq.Ada", {}, '{"phone":"5"}'),
      400,
      "PGRST204",
    ],
    ["rights before what is updated", anonymous("PATCH", "?id=eq.1", {}, '{"name":5}'), 401, "42501"],
    ["the body before its columns", post("[1]", {}, "?columns=phone"), 400, "PGRST102"],
  ])("%s", async (_name, request, status, code) => {
    const server = await startServer();
    const answer = await server.send(request);
    expect({ status: answer.status, code: String(JSON.parse(answer.body).code) }).toEqual({ status, code });
  });
});

describe("a function", () => {
  test.each<[TestRequest, number, string, string, string | null]>([
    [
      call("POST", "drop", '{"b":1,"a":2}'),
      404,
      "PGRST202",
      "Could not find the function public.drop(a, b) in the schema cache",
      "Searched for the function public.drop with parameters a, b or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
    ],
    [
      call("POST", "drop"),
      404,
      "PGRST202",
      "Could not find the function public.drop without parameters in the schema cache",
      "Searched for the function public.drop without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
    ],
    [
      call("GET", "drop?a=1&id=eq.5"),
      404,
      "PGRST202",
      "Could not find the function public.drop(a) in the schema cache",
      "Searched for the function public.drop with parameter a, but no matches were found in the schema cache.",
    ],
    [call("POST", "drop", "}{"), 400, "PGRST102", "Empty or invalid json", null],
    [call("DELETE", "drop"), 405, "PGRST101", "Cannot use the DELETE method on RPC", null],
  ])("is not there: %j", async (request, status, code, message, details) => {
    const server = await startServer();
    const answer = await server.send(request);
    expect({ status: answer.status, ...JSON.parse(answer.body) }).toEqual({
      status,
      code,
      message,
      details,
      hint: null,
    });
  });
});

describe("an address", () => {
  test("tells its methods, and that it is not there", async () => {
    const server = await startServer();
    const table = await server.send({ method: "OPTIONS", path: LEADS });
    expect({ status: table.status, allow: table.headers["allow"], body: table.body }).toEqual({
      status: 200,
      allow: "OPTIONS,GET,HEAD,POST",
      body: "",
    });
    expect((await server.send({ method: "OPTIONS", path: "/rest/v1/leads" })).status).toBe(404);
    expect((await server.send({ method: "OPTIONS", path: "/rest/v1/rpc/drop" })).status).toBe(404);
    expect(JSON.parse((await server.send({ ...get(), path: "/rest/v1/" })).body)).toMatchObject({
      code: "PGRST126",
      message: "Root endpoint metadata is disabled",
    });
  });

  test("says on every answer what it depends on", async () => {
    const server = await startServer();
    for (const request of [post(), get(), anonymous("GET"), { path: LEADS }]) {
      expect((await server.send(request)).headers["vary"]).toBe("Accept, Prefer, Range");
    }
  });

  test("without a relation says what was searched", async () => {
    const server = await startServer();
    const answer = await server.send(get("?select=name,notes!by_lead!inner(*)"));
    expect(JSON.parse(answer.body)).toEqual({
      code: "PGRST200",
      message: "Could not find a relationship between 'lead_submissions' and 'notes' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'lead_submissions' and 'notes' using the hint 'by_lead' in the schema 'public', but no matches were found.",
      hint: null,
    });
  });
});

describe("a preference", () => {
  test("may come in a header of its own, and the first one holds", async () => {
    const server = await startServer();
    const prefer = "return=representation, return=minimal, count=exact, max-affected=5, tx=rollback, else";
    const answer = await server.send(post(LEAD, { prefer, accept: OBJECT_MEDIA_TYPE }));
    expect(answer).toMatchObject({
      status: 201,
      headers: { "preference-applied": "return=representation, count=exact", "content-range": "*/1" },
    });
  });

  test("for a time zone shows and reads times in it", async () => {
    const server = await startServer({ now: () => Date.parse("2026-11-20T02:00:00.500Z") });
    const prefer = "return=representation, timezone=America/Los_Angeles";
    const inserted = await server.send(post(LEAD, { prefer }));
    expect(JSON.parse(inserted.body)).toMatchObject({ created_at: "2026-11-19T18:00:00.5-08:00" });
    expect(inserted.headers["preference-applied"]).toBe(prefer);
    const read = await server.send(
      get("?created_at=gte.2026-11-19T18:00&created_at=lt.2026-11-20", {
        prefer: "timezone=America/Los_Angeles",
      }),
    );
    expect(JSON.parse(read.body)).toHaveLength(1);
    const unknown = await server.send(get("", { prefer: "timezone=Mars/Base" }));
    expect({ status: unknown.status, code: JSON.parse(unknown.body).code }).toEqual({
      status: 400,
      code: "22023",
    });
  });
});

/** Whatever is sent, the response is a clear 4xx in the REST API's format; nothing crashes or is stored. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { LEAD } from "../support/leads.ts";
import { PUBLIC_KEY, startServer, type TestRequest } from "../support/server.ts";
import { get, LEADS_PATH, post, stored } from "./wire-request.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const withName = (name: string) => JSON.stringify(LEAD).replace('"Dana Ortiz"', name);

const bodies: [string, string | Buffer, string][] = [
  ["__proto__ as a key", withName('"A","__proto__":{"admin":true}'), "PGRST204"],
  ["constructor as a key", withName('"A","constructor":"x"'), "PGRST204"],
  ["invalid UTF-8", bytes(withName('"\xff\xfe"')), "PGRST102"],
  ["a raw NUL", withName('"A\0B"'), "PGRST102"],
  ["a number where text is wanted", withName("5"), "22P02"],
  ["an array where text is wanted", withName("[]"), "22P02"],
  ["an invalid UUID as id", withName('"A","id":"1; DROP TABLE"'), "22P02"],
  ["a time set by the client", withName('"A","created_at":"2020-01-01T00:00:00Z"'), "42501"],
  ["arrays in arrays", "[".repeat(30_000) + "]".repeat(30_000), "PGRST102"],
  ["objects in objects", '{"a":'.repeat(4_000) + "1" + "}".repeat(4_000), "PGRST204"],
  ["2,000 rows of nothing", `[${"{},".repeat(1_999)}{}]`, "PGRST116"],
  ["a bare value", '"a lead"', "PGRST102"],
  ["null", "null", "PGRST102"],
  ["two documents", `${JSON.stringify(LEAD)}${JSON.stringify(LEAD)}`, "PGRST102"],
];

type Refused = [what: string, request: TestRequest, status: number | undefined, code?: string];

const REFUSED: Refused[] = [
  ...bodies.map(([what, body, code]): Refused => [what, post(body), undefined, code]),
  [
    "a list of 2,000 rows that are not leads",
    post(`[${"{},".repeat(1_999)}{}]`, { accept: "application/json" }),
    400,
    "23502",
  ],
  ["a compressed body", post(gzipSync(JSON.stringify(LEAD)), { "content-encoding": "gzip" }), 400],
  ...["name=A&name=B", "name=A&name="].map((body): Refused => [
    "a form that names a field twice",
    post(body, { "content-type": "application/x-www-form-urlencoded" }),
    400,
    "PGRST102",
  ]),
  ...["/lead_submissions/1/2", "/rpc/drop", "/", ""].map((path): Refused => [
    "an address that is none",
    { ...post(), path: `/rest/v1${path}` },
    404,
  ]),
  ...["GET", "PATCH", "PUT", "DELETE"].map((method): Refused => [
    `${method}, which nobody may`,
    { ...post(), method },
    401,
    "42501",
  ]),
  ...["TRACE", "PROPFIND"].map((method): Refused => [
    `${method}, no method of the table`,
    { ...get(), method },
    405,
    "PGRST117",
  ]),
  ...["", " ", "a b", "ü", "x".repeat(256)].map((key): Refused => [
    `the idempotency key ${key}`,
    post(LEAD, { "idempotency-key": Buffer.from(key).toString("latin1") }),
    400,
    "idempotency_key_unusable",
  ]),
  ["an invalid content type", post(LEAD, { "content-type": ";;" }), 400, "PGRST102"],
];

test("whatever is refused is refused in the REST API's format, and nothing of it is stored", async () => {
  const server = await startServer();
  for (const [what, request, status, code] of REFUSED) {
    const answer = await server.send(request);
    expect([what, Math.floor(answer.status / 100)]).toEqual([what, 4]);
    if (status !== undefined) expect(answer.status, what).toBe(status);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    const said = JSON.parse(answer.body);
    expect(said, what).toMatchObject({ message: expect.stringMatching(/./), ...(code && { code }) });
    if (what === "a compressed body") expect(said.message).toBe("Content-Encoding not acceptable: gzip");
  }
  expect(await stored(server)).toEqual([]);
});

function anonymous(method: string, query = "", headers: Record<string, string> = {}): TestRequest {
  return { method, path: LEADS_PATH + query, headers: { apikey: PUBLIC_KEY, ...headers } };
}

const ORDER: [string, TestRequest, number, string][] = [
  ["the key before the parameters", { path: `${LEADS_PATH}?limit=x` }, 401, "no_api_key"],
  ["rights before parameters", anonymous("GET", "?name=Ada"), 401, "42501"],
  ["rights before columns", anonymous("GET", "?select=phone"), 401, "42501"],
  ["rights before values", anonymous("DELETE", "?id=eq.1"), 401, "42501"],
  ["the form before the columns", post(LEAD, { accept: "text/csv" }, "?select=phone"), 406, "PGRST107"],
  ["the body before its columns", post("[1]", {}, "?columns=phone"), 400, "PGRST102"],
  ["a schema that is not there", post(LEAD, { "content-profile": "private" }), 406, "PGRST106"],
  ["a table that is not there", { ...get(), path: "/rest/v1/leads" }, 404, "PGRST205"],
  ["an address that names no table", { ...get(), path: "/rest/v1/" }, 404, "PGRST125"],
  ["a function", { ...post(), path: "/rest/v1/rpc/drop" }, 404, "PGRST125"],
];

test("a missing permission is reported before any other error", async () => {
  const server = await startServer();
  for (const [what, request, status, code] of ORDER) {
    const { status: answered, body } = await server.send(request);
    expect({ what, status: answered, ...JSON.parse(body) }).toMatchObject({ what, status, code });
    expect(Object.keys(JSON.parse(body)).toSorted()).toEqual(["code", "details", "hint", "message"]);
  }
});

test("a response names its schema to a client that named it", async () => {
  const server = await startServer();
  const answer = await server.send(post(LEAD, { "content-profile": "public" }));
  expect(answer.headers["content-profile"]).toBe("public");
  expect((await server.send(post())).headers).not.toHaveProperty("content-profile");
});

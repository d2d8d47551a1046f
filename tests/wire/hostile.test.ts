/**
 * The REST API refuses these requests with a
 * clear 4xx in its format, and stores nothing.
 */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { FORM } from "../support/build.ts";
import { LEAD } from "../support/leads.ts";
import { startServer, type TestRequest } from "../support/server.ts";
import { get, LEADS_PATH, post, stored } from "./wire-request.ts";

const list = { accept: "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const withName = (name: string) =>
  post(JSON.stringify(LEAD).replace('"Dana Ortiz"', name));
const at = (path: string) => ({ ...post(), path: `/rest/v1${path}` });
const twin = { ...LEAD, id: "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d" };

/** `answer` is part of the expected error, or only its code. */
type Refused = [
  what: string,
  request: TestRequest,
  status: number,
  answer: string | object,
];

const BODIES: Refused[] = [
  [
    "__proto__ as a key",
    withName('"A","__proto__":{"admin":true}'),
    400,
    "PGRST204",
  ],
  [
    "invalid UTF-8",
    post(Buffer.from('{"name":"\xff\xfe"}', "latin1")),
    400,
    "PGRST102",
  ],
  ["a number instead of a text", withName("5"), 400, "22P02"],
  [
    "a time set by the client",
    withName('"A","created_at":"2020-01-01T00:00:00Z"'),
    401,
    "42501",
  ],
  [
    "arrays in arrays",
    post("[".repeat(30_000) + "]".repeat(30_000)),
    400,
    "PGRST102",
  ],
  [
    "no row, with one object as the answer",
    post([]),
    406,
    { details: "The result contains 0 rows" },
  ],
  [
    "nothing",
    post(""),
    400,
    { code: "PGRST102", message: "Empty or invalid json" },
  ],
  [
    "rows of different keys",
    post([LEAD, { ...LEAD, rows: "x" }], list),
    400,
    { message: "All object keys must match" },
  ],
  [
    "more than 64 KiB",
    post({ ...LEAD, problems: "x".repeat(70 * 1024) }),
    413,
    "body_too_large",
  ],
  [
    "a form that names a field twice",
    post("name=A&name=B", form),
    400,
    "PGRST102",
  ],
  [
    "a type that is none",
    post(LEAD, { "content-type": "json" }),
    400,
    { message: "Content-Type not acceptable: json" },
  ],
  [
    "a compressed body",
    post(gzipSync(JSON.stringify(LEAD)), { "content-encoding": "gzip" }),
    400,
    "PGRST102",
  ],
];

const LEADS: Refused[] = [
  [
    "a list with one bad row, which is named",
    post([LEAD, { ...LEAD, email: "nobody" }], list),
    400,
    {
      code: "23514",
      message: FORM.fields.email.invalid,
      details: expect.stringMatching(
        '^Row 2: new row .* "lead_submissions_email_check"$',
      ),
    },
  ],
  [
    "a lead with several problems, of which the visitor reads the first",
    post({ ...LEAD, name: " ", email: "x", selected_service: "y" }),
    400,
    {
      code: "23502",
      message: FORM.fields.name.missing,
      details: expect.stringMatching("^([^;]+; ){2}[^;]+$"),
    },
  ],
  [
    "a strict request with an unknown preference",
    post(LEAD, { prefer: "handling=strict, return=minimal, foo, bar" }),
    400,
    { code: "PGRST122", details: "Invalid preferences: foo, bar" },
  ],
  ["a list with an id twice", post([twin, twin], list), 409, "23505"],
  [
    "an upsert that merges",
    post(LEAD, { prefer: "resolution=merge-duplicates" }, "?on_conflict=id"),
    401,
    "42501",
  ],
  ...["", "ü", "x".repeat(256)].map((key): Refused => [
    `the idempotency key ${key}`,
    post(LEAD, { "idempotency-key": Buffer.from(key).toString("latin1") }),
    400,
    "idempotency_key_unusable",
  ]),
];

const ADDRESSES: Refused[] = [
  ["a filter", post(LEAD, {}, "?name=eq.Ada"), 400, "PGRST127"],
  [
    "a list of columns with an end missing",
    post(LEAD, {}, "?columns=name,"),
    400,
    { message: expect.stringContaining("(line 1, column 6)") },
  ],
  [
    "a column that is not there",
    post(LEAD, {}, "?columns=shoe_size"),
    400,
    "PGRST204",
  ],
  [
    "101 columns",
    post(LEAD, {}, `?columns=${"name,".repeat(100)}name`),
    400,
    "PGRST127",
  ],
  ["a token", post(LEAD, { authorization: "bearer  x" }), 401, "PGRST301"],
  ["no token", post(LEAD, { authorization: "Bearer " }), 401, "PGRST301"],
  ["another key", post(LEAD, { apikey: "x" }), 401, "invalid_api_key"],
  [
    "a table like none, whose name cannot be decoded",
    at("/%zz"),
    404,
    { message: expect.stringContaining("'public.%zz'"), hint: null },
  ],
  ["a function", at("/rpc/drop"), 404, "PGRST125"],
  [
    "a table that is not there",
    { ...get(), path: "/rest/v1/lead_submission" },
    404,
    {
      code: "PGRST205",
      hint: "Perhaps you meant the table 'public.lead_submissions'",
    },
  ],
  [
    "a schema that is not there",
    post(LEAD, { "content-profile": "private" }),
    406,
    "PGRST106",
  ],
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
  // The answer names the first of several errors. A
  // missing permission comes before other errors.
  [
    "the key before the parameters",
    { path: `${LEADS_PATH}?limit=x` },
    401,
    "no_api_key",
  ],
];

test.each([
  ["bodies", BODIES],
  ["leads", LEADS],
  ["addresses and methods", ADDRESSES],
])(
  "invalid %s are refused in the REST API's format, and nothing is stored",
  async (_which, refused) => {
    const server = await startServer();
    for (const [what, request, status, answer] of refused) {
      const { headers, body, ...answered } = await server.send(request);
      expect([what, answered.status]).toEqual([what, status]);
      expect(headers, what).toMatchObject({
        "content-type": "application/json; charset=utf-8",
        "access-control-allow-origin": "*",
        "cache-control": "no-store",
      });
      expect("www-authenticate" in headers, what).toBe(status === 401);
      expect("allow" in headers, what).toBe(status === 405);
      const json = JSON.parse(body);
      expect(Object.keys(json).toSorted(), what).toEqual([
        "code",
        "details",
        "hint",
        "message",
      ]);
      expect(json, what).toMatchObject(
        typeof answer === "string" ? { code: answer } : answer,
      );
      expect(json.message, what).toMatch(/./);
      if (json.code.startsWith("PGRST"))
        expect(headers["proxy-status"]).toBe(`PostgREST; error=${json.code}`);
    }
    expect(await stored(server)).toEqual([]);
  },
);

/**
 * The REST API refuses these requests with a
 * clear 4xx in its format, and stores nothing.
 */

import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { content } from "../content.ts";
import { LEAD } from "../support/leads.ts";
import { listOf } from "../support/said.tsx";
import { serverTest as test, type TestRequest } from "../support/server.ts";
import { get, LEADS_PATH, post, stored } from "./wire-request.ts";

const { fields, messages } = content;
const list = { accept: "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const withName = (name: string) =>
  post(JSON.stringify(LEAD).replace('"Dana Ortiz"', name));
const at = (path: string) => ({ ...post(), path: `/rest/v1${path}` });
const twin = { ...LEAD, id: "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d" };
const withKey = (key: string) =>
  post(LEAD, { "idempotency-key": Buffer.from(key).toString("latin1") });
const by = (method: string, request = post()) => ({ ...request, method });

const REFUSED: Record<string, TestRequest> = {
  "__proto__ as a key": withName('"A","__proto__":{"admin":true}'),
  "invalid UTF-8": post(Buffer.from('{"name":"\xff\xfe"}', "latin1")),
  "a number instead of a text": withName("5"),
  "a time set by the client": withName(
    '"A","created_at":"2020-01-01T00:00:00Z"',
  ),
  "arrays in arrays": post("[".repeat(30_000) + "]".repeat(30_000)),
  "no row, with one object as the answer": post([]),
  nothing: post(""),
  "rows of different keys": post([LEAD, { ...LEAD, rows: "x" }], list),
  "more than 64 KiB": post({ ...LEAD, problems: "x".repeat(70 * 1024) }),
  "a form that names a field twice": post("name=A&name=B", form),
  "a type that is none": post(LEAD, { "content-type": "json" }),
  "a compressed body": post(gzipSync(JSON.stringify(LEAD)), {
    "content-encoding": "gzip",
  }),

  "a list with one bad row": post([LEAD, { ...LEAD, email: "nobody" }], list),
  "a lead with several problems": post({
    ...LEAD,
    name: " ",
    email: "x",
    selected_service: "y",
  }),
  "a name that is too long": post({ ...LEAD, name: "x".repeat(201) }),
  "a strict request with unknown preferences": post(LEAD, {
    prefer: "handling=strict, return=minimal, foo, bar",
  }),
  "a list with an id twice": post([twin, twin], list),
  "an upsert that merges": post(
    LEAD,
    { prefer: "resolution=merge-duplicates" },
    "?on_conflict=id",
  ),
  "an upsert that ignores": post(LEAD, {
    prefer: "resolution=ignore-duplicates",
  }),
  "an empty idempotency key": withKey(""),
  "an idempotency key that is not ASCII": withKey("ü"),
  "an idempotency key that is too long": withKey("x".repeat(256)),

  "a filter": post(LEAD, {}, "?name=eq.Ada"),
  "a list of columns with an end missing": post(LEAD, {}, "?columns=name,"),
  "a column that is not there": post(LEAD, {}, "?columns=shoe_size"),
  "101 columns": post(LEAD, {}, `?columns=${"name,".repeat(100)}name`),
  "a token": post(LEAD, { authorization: "bearer  x" }),
  "no token": post(LEAD, { authorization: "Bearer " }),
  "another key": post(LEAD, { apikey: "x" }),
  "a table like none, whose name cannot be decoded": at("/%zz"),
  "a table with a long name": at(`/${"x".repeat(101)}`),
  "a function": at("/rpc/drop"),
  "no table": at("?%zz"),
  "a table that is not there": { ...get(), path: "/rest/v1/lead_submission" },
  "a schema that is not there": post(LEAD, { "content-profile": "private" }),
  "GET, which nobody may": by("GET"),
  "PATCH, which nobody may": by("PATCH"),
  "PUT, which nobody may": by("PUT"),
  "DELETE, which nobody may": by("DELETE"),
  "TRACE, no method of the table": by("TRACE", get()),
  "PROPFIND, no method of the table": by("PROPFIND", get()),
  // The answer names the first of several errors. A
  // missing permission comes before other errors.
  "the key before the parameters": { path: `${LEADS_PATH}?limit=x` },
};

const HEADERS = [
  "content-type",
  "access-control-allow-origin",
  "cache-control",
  "www-authenticate",
  "allow",
  "proxy-status",
];

test("invalid requests are refused in the REST API's format, and nothing is stored", async (server) => {
  const said: Record<string, string> = {};
  for (const [what, request] of Object.entries(REFUSED)) {
    const { status, headers, body } = await server.send(request);
    const has = HEADERS.flatMap((name) => headers[name] ?? []);
    said[what] = [status, ...has, body].join("\n ");
  }
  await expect(listOf(said, { fields, messages })).toMatchFileSnapshot(
    "hostile.said.txt",
  );
  expect(await stored(server)).toEqual([]);
});

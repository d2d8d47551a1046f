/** The table of requests and responses on which PostgREST and its clients agree. */
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import { LEAD } from "../support/leads.ts";
import { PUBLIC_KEY, startServer, type TestRequest } from "../support/server.ts";
import { post, stored } from "./wire-request.ts";

const Cases = v.array(
  v.object({
    name: v.string(),
    method: v.string(),
    path: v.string(),
    headers: v.record(v.string(), v.string()),
    body: v.unknown(),
    expect_status: v.number(),
    expect_body_subset: v.unknown(),
    expect_headers: v.optional(v.record(v.string(), v.string()), {}),
    absent_headers: v.optional(v.array(v.string()), []),
  }),
);

const cases = v.parse(Cases, JSON.parse(readFileSync(new URL("./cases.json", import.meta.url), "utf8")));

const EXISTING_ID = "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d";

test.each(cases)("the REST API answers like PostgREST $name", async (row) => {
  const limited = row.name === "rate_limited";
  const server = await startServer(limited ? { rateLimit: { perMinute: 1, includeLoopback: true } } : {});
  if (JSON.stringify(row.body).includes("EXISTING_ID")) await server.send(post({ ...LEAD, id: EXISTING_ID }));
  if (limited) await server.send(post());
  const before = await stored(server);

  const answer = await server.send(fill(row));

  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: row.expect_status });
  expectBody(answer.body, row.expect_body_subset);
  for (const [name, value] of Object.entries(row.expect_headers)) {
    const header = answer.headers[name.toLowerCase()];
    if (value.startsWith("~")) expect(header).toMatch(new RegExp(value.slice(1)));
    else expect(header).toBe(value);
  }
  for (const name of row.absent_headers) expect(answer.headers).not.toHaveProperty(name.toLowerCase());
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(await stored(server)).toHaveLength(before.length + (row.expect_status === 201 ? 1 : 0));
});

function fill({ method, path, headers, body }: (typeof cases)[number]): TestRequest {
  return {
    method,
    path: put(path),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, put(value)])),
    body: body === null ? undefined : put(typeof body === "string" ? body : JSON.stringify(body)),
  };
}

/** Replaces the table's placeholders by this server's values. */
function put(text: string): string {
  return text
    .replaceAll("{{ANON_KEY}}", PUBLIC_KEY)
    .replaceAll("sb_publishable_{{X}}", PUBLIC_KEY)
    .replaceAll("{{EXISTING_ID}}", EXISTING_ID)
    .replaceAll("{{70KiB of JSON}}", () => JSON.stringify({ ...LEAD, problems: "x".repeat(70 * 1024) }));
}

function expectBody(body: string, subset: unknown): void {
  if (subset === "") {
    expect(body).toBe("");
    return;
  }
  const parsed: unknown = JSON.parse(body);
  if (typeof subset === "object" && subset !== null && "message" in subset && subset.message === "~.") {
    expect(parsed).toMatchObject({ ...subset, message: expect.stringMatching(/./) });
    return;
  }
  expect(parsed).toMatchObject(Array.isArray(subset) ? subset : { ...Object(subset) });
}

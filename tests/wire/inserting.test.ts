import { expect } from "vitest";
import {
  CONFIRMATION_HEADER,
  SOURCE_HEADER,
} from "../../contract/http/rest-api.ts";
import { LEAD } from "../support/leads.ts";
import {
  PUBLIC_KEY,
  startServer,
  serverTest as test,
} from "../support/server.ts";
import cases from "./cases.json" with { type: "json" };
import { postForm } from "./form-request.ts";
import { callForm, site } from "./schedule-request.ts";
import { LEADS_PATH, post, stored } from "./wire-request.ts";

const withoutNulls = (changes: Record<string, string | null>) => {
  const named = Object.entries(changes).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return Object.fromEntries(named);
};

const withoutPlaceholders = (text: string) =>
  text
    .replaceAll("{{ANON_KEY}}", PUBLIC_KEY)
    .replaceAll('"{{LEAD}}"', () => JSON.stringify(LEAD));

/**
 * A case names only what differs from a request of supabase-js. null leaves out
 * a header or a column. Sources: the tests of PostgREST and of supabase-js.
 */
test.each(cases)(
  "the REST API answers an insert like PostgREST: $name",
  async (one) => {
    const {
      path = "/lead_submissions?select=*",
      answer: expected = "{{LEAD}}",
    } = one;
    const server = await startServer();
    const plain = {
      apikey: PUBLIC_KEY,
      Authorization: `Bearer ${PUBLIC_KEY}`,
      "Content-Type": "application/json",
      Accept: "application/vnd.pgrst.object+json",
      Prefer: "return=representation",
    };
    const body = one.body ?? withoutNulls({ ...LEAD, ...one.changes });
    const answer = await server.send({
      method: "POST",
      path: `/rest/v1${withoutPlaceholders(path)}`,
      headers: withoutNulls({ ...plain, ...one.headers }),
      body: withoutPlaceholders(
        typeof body === "string" ? body : JSON.stringify(body),
      ),
    });
    expect(answer).toMatchObject({
      status: 201,
      headers: { "access-control-allow-origin": "*" },
    });
    if (expected === "") expect(answer.body).toBe("");
    else
      expect(JSON.parse(answer.body)).toMatchObject(
        JSON.parse(withoutPlaceholders(JSON.stringify(expected))),
      );
    for (const [name, value] of Object.entries(one.answered ?? {}))
      expect(answer.headers[name.toLowerCase()]).toContain(value);
    for (const name of one.absent ?? [])
      expect(answer.headers).not.toHaveProperty(name.toLowerCase());
    expect(await stored(server)).toHaveLength(1);
  },
);

test("a page of another site may send headers that a later supabase-js adds", async ({
  send,
}) => {
  const headers = { "access-control-request-headers": "x-next" };
  expect(
    await send({ method: "OPTIONS", path: LEADS_PATH, headers }),
  ).toMatchObject({ headers: { "access-control-allow-headers": "x-next" } });
});

test("an insert with columns= gives each row an id", async (server) => {
  const columns = Object.keys(LEAD).join(",");
  const id = "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d";
  const list = { accept: "application/json" };
  const rows = await server.send(
    post([{ ...LEAD, id }, LEAD], list, `?columns=id,${columns}`),
  );
  expect(JSON.parse(rows.body)).toMatchObject([
    { id },
    { id: expect.stringMatching("^[0-9a-f-]{36}$") },
  ]);
  // It could tell of one lead only.
  expect(rows.headers).not.toHaveProperty(CONFIRMATION_HEADER);
});

const byScript = (key: string) =>
  post(LEAD, { "idempotency-key": key, [SOURCE_HEADER]: "" });
test.each([
  ["without script", byScript("one"), postForm()],
  ["after its script came", postForm(), byScript("one")],
  ["behind a proxy that changes its key", byScript("one"), byScript("o, n")],
  ["after its call was booked", callForm(), byScript("one")],
])(
  "a form that is sent again %s makes no second lead",
  async (_how, first, second) => {
    const server = await site();
    for (const request of [first, second])
      expect((await server.send(request)).status).toBeLessThan(400);
    expect(await stored(server)).toHaveLength(1);
  },
);

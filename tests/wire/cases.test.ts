/** Inserts on whose answers PostgREST and its clients agree. Sources: the tests of PostgREST and of supabase-js. */
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import { LEAD } from "../support/leads.ts";
import { PUBLIC_KEY, startServer, type TestRequest } from "../support/server.ts";
import { post, stored } from "./wire-request.ts";

const Changes = v.optional(v.record(v.string(), v.nullable(v.string())), {});
/** What a case does not name is as supabase-js sends it; null leaves out a header or a column. */
const Cases = v.array(
  v.object({
    name: v.string(),
    path: v.optional(v.string(), "/lead_submissions?select=*"),
    headers: Changes,
    /** To the columns of the lead. */
    changes: Changes,
    body: v.optional(v.unknown()),
    status: v.number(),
    answer: v.optional(v.unknown(), "{{LEAD}}"),
    answered: v.optional(v.record(v.string(), v.string()), {}),
    absent: v.optional(v.array(v.string()), []),
  }),
);

const cases = v.parse(Cases, JSON.parse(readFileSync(new URL("./cases.json", import.meta.url), "utf8")));

const EXISTING_ID = "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d";

const given = (changes: v.InferOutput<typeof Changes>) =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );

/** Replaces the table's placeholders by this server's values. */
const filled = (text: string) =>
  text
    .replaceAll("{{ANON_KEY}}", PUBLIC_KEY)
    .replaceAll("{{EXISTING_ID}}", EXISTING_ID)
    .replaceAll('"{{LEAD}}"', () => JSON.stringify(LEAD))
    .replaceAll("{{70KiB of JSON}}", () => JSON.stringify({ ...LEAD, problems: "x".repeat(70 * 1024) }));

function requestOf({ path, headers, changes, body }: (typeof cases)[number]): TestRequest {
  const plain = {
    apikey: PUBLIC_KEY,
    Authorization: `Bearer ${PUBLIC_KEY}`,
    "Content-Type": "application/json",
    Accept: "application/vnd.pgrst.object+json",
    Prefer: "return=representation",
  };
  const sent = body ?? given({ ...LEAD, ...changes });
  return {
    method: "POST",
    path: `/rest/v1${filled(path)}`,
    headers: given({ ...plain, ...headers }),
    body: filled(typeof sent === "string" ? sent : JSON.stringify(sent)),
  };
}

test.each(cases)("the REST API answers like PostgREST: $name", async (one) => {
  const server = await startServer();
  if (JSON.stringify(one.changes).includes("EXISTING_ID"))
    await server.send(post({ ...LEAD, id: EXISTING_ID }));
  const before = await stored(server);

  const answer = await server.send(requestOf(one));

  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: one.status });
  if (one.answer === "") expect(answer.body).toBe("");
  else expect(JSON.parse(answer.body)).toMatchObject(JSON.parse(filled(JSON.stringify(one.answer))));
  for (const [name, value] of Object.entries(one.answered))
    expect(answer.headers[name.toLowerCase()]).toContain(value);
  for (const name of one.absent) expect(answer.headers).not.toHaveProperty(name.toLowerCase());
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(await stored(server)).toHaveLength(before.length + (one.status === 201 ? 1 : 0));
});

test("a page of another site may send inserts for a day once it has asked", async () => {
  const { send } = await startServer();
  const headers = { origin: "https://agency.example", "access-control-request-method": "POST" };
  const answer = await send({ method: "OPTIONS", path: "/rest/v1/lead_submissions", headers });
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": expect.stringContaining("POST"),
      "access-control-allow-headers": expect.stringContaining("apikey"),
      "access-control-max-age": "86400",
    },
  });
});

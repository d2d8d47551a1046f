/** Random input, most of it almost valid: the answer is never a 500. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { LEAD } from "../fakes/leads.ts";
import { startServer } from "../fakes/server.ts";
import { get, LEADS, post } from "./wire-request.ts";

test("random input never breaks the server bodies that are almost leads", async () => {
  const server = await startServer();
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.jsonValue(),
    fc.constantFrom(...Object.values(LEAD)),
  );
  const body = fc.dictionary(fc.constantFrom(...Object.keys(LEAD), "id", "__proto__", "x"), value);
  await fc.assert(
    fc.asyncProperty(fc.oneof(body, fc.array(body, { maxLength: 3 }), fc.jsonValue()), async (payload) => {
      const { status } = await server.send(post(payload));
      expect([201, 400, 401, 406]).toContain(status);
    }),
    { numRuns: 300 },
  );
});

test("random input never breaks the server raw bytes", async () => {
  const server = await startServer();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (raw) => {
      expect((await server.send(post(Buffer.from(raw)))).status).toBe(400);
    }),
    { numRuns: 200 },
  );
});

test("random input never breaks the server addresses", async () => {
  const server = await startServer();
  const part = fc.constantFrom(
    ..."lead_submissions .. . %2e%2e %2f %00 %ff".split(" "),
    "\\\\",
    "rpc",
    "~",
    "%e2%82%ac",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
      const { status } = await server.send({ ...post(), path: `/rest/v1/${parts.join("/")}` });
      expect([201, 400, 404]).toContain(status);
    }),
    { numRuns: 200 },
  );
});

test("random input never breaks the server parameters of a read", async () => {
  const server = await startServer();
  const name = fc.constantFrom(..."select order limit offset id email created_at or columns".split(" "));
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("eq.", "id.desc", "*", "(", "a:b::c", 'eq."', "gt.2026-13-01"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, text), { maxLength: 4 }), async (parameters) => {
      const { status } = await server.send({
        ...get(),
        path: `${LEADS}?${new URLSearchParams(parameters)}`,
      });
      expect([200, 400, 416]).toContain(status);
    }),
    { numRuns: 300 },
  );
});

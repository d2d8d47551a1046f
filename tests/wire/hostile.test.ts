/** Whatever is sent, the response is a clear 4xx in the REST API's format; nothing crashes or is stored. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { LEAD } from "../fakes/leads.ts";
import { SECRET_KEY, startServer } from "../fakes/server.ts";
import { get, post } from "./wire-request.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const withName = (name: string) => JSON.stringify(LEAD).replace('"Dana Ortiz"', name);

const bodies: [string, string | Buffer, string][] = [
  ["__proto__ as a key", withName('"A","__proto__":{"admin":true}'), "PGRST204"],
  ["constructor as a key", withName('"A","constructor":"x"'), "PGRST204"],
  ["invalid UTF-8", bytes(withName('"\xff\xfe"')), "PGRST102"],
  ["an overlong encoding", bytes(withName('"\xc0\xaf"')), "PGRST102"],
  ["a NUL", withName('"A\\u0000B"'), "22021"],
  ["a raw NUL", withName('"A\0B"'), "PGRST102"],
  ["half a surrogate pair", withName('"\\ud83d"'), "22021"],
  ["a control character", withName('"A\\u0007"'), "22021"],
  ["a line break in a single-line field", withName('"A\\nB"'), "22021"],
  ["a number where text is wanted", withName("5"), "22P02"],
  ["an object where text is wanted", withName("{}"), "22P02"],
  ["an array where text is wanted", withName("[]"), "22P02"],
  ["a boolean where text is wanted", withName("true"), "22P02"],
  ["null where something is required", withName("null"), "23502"],
  ["an invalid UUID as id", withName('"A","id":"1; DROP TABLE"'), "22P02"],
  ["an id that is a number", withName('"A","id":1'), "22P02"],
  ["a time set by the client", withName('"A","created_at":"2020-01-01T00:00:00Z"'), "42501"],
  ["arrays in arrays", "[".repeat(30_000) + "]".repeat(30_000), "PGRST102"],
  ["objects in objects", '{"a":'.repeat(4_000) + "1" + "}".repeat(4_000), "PGRST204"],
  ["more objects in objects", '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000), "PGRST102"],
  ["2,000 rows of nothing", `[${"{},".repeat(1_999)}{}]`, "PGRST116"],
  ["10,000 rows of nothing", `[${"{},".repeat(9_999)}{}]`, "PGRST102"],
  ["10,000 rows that are no objects", `[${"1,".repeat(9_999)}1]`, "PGRST102"],
  ["a bare value", '"a lead"', "PGRST102"],
  ["null", "null", "PGRST102"],
  ["an empty object", "{}", "23502"],
  ["two documents", `${JSON.stringify(LEAD)}${JSON.stringify(LEAD)}`, "PGRST102"],
  ["a name of 201 characters", withName(`"${"x".repeat(201)}"`), "22001"],
];

test.each(bodies)("a hostile body is refused clearly %s", async (_name, body, code) => {
  const server = await startServer();
  const answer = await server.send(post(body));
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(JSON.parse(answer.body)).toMatchObject({ code, message: expect.stringMatching(/./) });
  expect(JSON.parse((await server.send(get())).body)).toEqual([]);
});

test("a hostile body is refused clearly a list of 2,000 rows that are not leads is refused at the first", async () => {
  const server = await startServer();
  const answer = await server.send(post(`[${"{},".repeat(1_999)}{}]`, { accept: "application/json" }));
  expect(JSON.parse(answer.body)).toMatchObject({ code: "23502" });
});

test("a hostile body is refused clearly a compressed body is refused by name", async () => {
  const server = await startServer();
  const answer = await server.send(post(gzipSync(JSON.stringify(LEAD)), { "content-encoding": "gzip" }));
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ message: "Content-Encoding not acceptable: gzip" });
});

test("a hostile body is refused clearly a body that is longer than the limit is refused before it is read, without a length too", async () => {
  const server = await startServer();
  const answer = await server.send({
    ...post("x".repeat(70_000)),
    headers: { ...post().headers, "transfer-encoding": "chunked" },
  });
  expect(answer.status).toBe(413);
});

test("a hostile body is refused clearly a form that names a field twice or is badly encoded is refused", async () => {
  const server = await startServer();
  for (const body of ["name=A&name=B", "name=%ff", bytes("name=\xe9")]) {
    const answer = await server.send(post(body, { "content-type": "application/x-www-form-urlencoded" }));
    expect(JSON.parse(answer.body)).toMatchObject({ code: "PGRST102" });
  }
});

const paths = ["/rest/v1/%zz", "/rest/v1/lead_submissions/1/2", "/rest/v1/rpc/drop", "/rest/v1/", "/rest/v1"];
test.each(paths)("hostile addresses and headers are refused clearly %s", async (path) => {
  const server = await startServer();
  const answer = await server.send({ ...post(), path });
  expect([400, 404]).toContain(answer.status);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
});

test.each(["PATCH", "PUT", "DELETE"])(
  "hostile addresses and headers are refused clearly %s is permitted to nobody",
  async (method) => {
    const server = await startServer();
    expect((await server.send({ ...post(), method })).status).toBe(401);
    const owner = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` };
    expect((await server.send({ ...post(LEAD, owner), method })).status).toBe(403);
  },
);

test.each(["TRACE", "PROPFIND", "BREW"])(
  "hostile addresses and headers are refused clearly %s is not a method of the table",
  async (method) => {
    const server = await startServer();
    const answer = await server.send({ ...get(), method });
    expect({ status: answer.status, code: JSON.parse(answer.body).code }).toEqual({
      status: 405,
      code: "PGRST117",
    });
  },
);

test.each(["", " ", "a b", "ü", "x".repeat(256)])(
  "hostile addresses and headers are refused clearly the idempotency key %j is refused",
  async (key) => {
    const server = await startServer();
    const answer = await server.send(post(LEAD, { "idempotency-key": Buffer.from(key).toString("latin1") }));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "idempotency_key_unusable" });
  },
);

test("hostile addresses and headers are refused clearly headers that are too long end the connection with a status", async () => {
  const server = await startServer();
  expect((await server.send(post(LEAD, { "x-long": "x".repeat(20_000) }))).status).toBe(431);
});

test("hostile addresses and headers are refused clearly an invalid content type is refused as an error of the body", async () => {
  const server = await startServer();
  const answer = await server.send(post(LEAD, { "content-type": ";;" }));
  expect({ status: answer.status, code: JSON.parse(answer.body).code }).toEqual({
    status: 400,
    code: "PGRST102",
  });
});

test("a connection without data for two minutes is left to Node to close", async () => {
  const { app } = await startServer();
  expect(app.server.timeout).toBe(120_000);
});

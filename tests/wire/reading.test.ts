/** The secret key reads leads; the public key reads nothing. */
import { expect, test } from "vitest";
import { OBJECT_MEDIA_TYPE } from "../../contract/rest-api.ts";
import { LEAD } from "../fakes/leads.ts";
import { PUBLIC_KEY, SECRET_KEY, startServer, type TestResponse, type TestServer } from "../fakes/server.ts";
import { get, LEADS, post } from "./wire-request.ts";

const NOON = Date.parse("2026-11-20T12:00:00.000Z");

async function serverWithLeads(): Promise<TestServer> {
  let time = NOON;
  const server = await startServer({ now: () => time });
  for (const name of ["Ada", "Ben", "Cleo"]) {
    await server.send(post({ ...LEAD, name, email: `${name}@Trades.example` }));
    time += 60_000;
  }
  return server;
}

const names = ({ body }: TestResponse) => JSON.parse(body).map(({ name }: { name: string }) => name);

test("the secret key reads whole rows in the order of the table, with PostgreSQL's form of the time", async () => {
  const server = await serverWithLeads();
  const answer = await server.send(get("?limit=1"));
  const [row] = JSON.parse(answer.body);
  expect(Object.keys(row)).toEqual(["id", "created_at", ...Object.keys(LEAD)]);
  expect(row).toMatchObject({ email: "ada@trades.example", created_at: "2026-11-20T12:00:00+00:00" });
  expect(answer.headers).toMatchObject({
    "content-range": "0-0/*",
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
});

test.each([
  ["?email=eq.cleo@trades.example", ["Cleo"]],
  ["?created_at=gte.2026-11-20T12:01:00Z", ["Ben", "Cleo"]],
  ["?created_at=gt.2026-11-20T12:01:00Z", ["Cleo"]],
  ["?created_at=lt.2026-11-20T13:01:00%2B01:00", ["Ada"]],
  ["?created_at=lt.2026-11-20T13:01:00+01:00", ["Ada"]],
  ["?created_at=eq.2026-11-20T12:02:00", ["Cleo"]],
  ["?created_at=gte.2026-11-20&created_at=lt.2026-11-21&name=eq.Ada", ["Ada"]],
  ["?order=name.desc", ["Cleo", "Ben", "Ada"]],
  ["?order=selected_service,created_at.desc.nullslast&limit=2", ["Cleo", "Ben"]],
  ["?order=name&offset=1", ["Ben", "Cleo"]],
  ["?order=name&limit=1&offset=1", ["Ben"]],
])("the secret key %s reads %j", async (query, expected) => {
  const server = await serverWithLeads();
  expect(names(await server.send(get(query)))).toEqual(expected);
});

test("the secret key finds a row by the id that the insert gave", async () => {
  const server = await startServer();
  const { id } = JSON.parse((await server.send(post())).body);
  const answer = await server.send(get(`?id=eq.${id}`, { accept: OBJECT_MEDIA_TYPE }));
  expect(JSON.parse(answer.body)).toMatchObject({ id, name: LEAD.name });
});

test("the secret key picks and renames columns", async () => {
  const server = await serverWithLeads();
  const answer = await server.send(get('?select=who:name,"email"&order=name&limit=1'));
  expect(JSON.parse(answer.body)).toEqual([{ who: "Ada", email: "ada@trades.example" }]);
});

test("the secret key counts, and says with 206 that there is more", async () => {
  const server = await serverWithLeads();
  const part = await server.send(get("?order=name", { range: "1-1", prefer: "count=exact" }));
  expect({ status: part.status, names: names(part) }).toEqual({ status: 206, names: ["Ben"] });
  expect(part.headers).toMatchObject({ "content-range": "1-1/3", "preference-applied": "count=exact" });
  const all = await server.send(get("", { prefer: "count=exact" }));
  expect({ status: all.status, range: all.headers["content-range"] }).toEqual({
    status: 200,
    range: "0-2/3",
  });
});

test("the secret key past the last row says how many there are", async () => {
  const server = await serverWithLeads();
  const answer = await server.send(get("", { range: "5-9", prefer: "count=exact" }));
  expect({ range: answer.headers["content-range"], ...JSON.parse(answer.body) }).toMatchObject({
    range: "*/3",
    code: "PGRST103",
    details: "An offset of 5 was requested, but there are only 3 rows.",
  });
  expect(names(await server.send(get("?order=name", { range: "1-" })))).toEqual(["Ben", "Cleo"]);
});

test("the secret key requests only the headers by HEAD", async () => {
  const server = await serverWithLeads();
  const answer = await server.send({ ...get("", { prefer: "count=exact" }), method: "HEAD" });
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: "" });
  expect(answer.headers["content-range"]).toBe("0-2/3");
});

test.each([
  ["?offset=4", { prefer: "count=exact" }, 416, "PGRST103"],
  ["?limit=-1", {}, 400, "PGRST100"],
  ["", { range: "5-2" }, 416, "PGRST103"],
  ["?limit=ten", {}, 400, "PGRST100"],
  ["?name=Ben", {}, 400, "PGRST100"],
  ["?select=name::text", {}, 400, "PGRST100"],
  ["?select=name,notes(*)", {}, 400, "42703"],
  ["?select=name%20x", {}, 400, "PGRST100"],
  ["?select=name(", {}, 400, "PGRST100"],
  ["?order=shoe_size", {}, 400, "42703"],
  ["?created_at=gt.yesterday", {}, 400, "22007"],
  ["", { accept: OBJECT_MEDIA_TYPE }, 406, "PGRST116"],
  ["", { accept: "text/csv" }, 406, "PGRST107"],
  ["", { "accept-profile": "private" }, 406, "PGRST106"],
])("the secret key is told why %s with %j cannot be answered", async (query, headers, status, code) => {
  const server = await serverWithLeads();
  const answer = await server.send(get(query, headers));
  expect({ status: answer.status, code: JSON.parse(answer.body).code }).toEqual({ status, code });
});

test("the secret key is not read from the address", async () => {
  const server = await startServer();
  expect((await server.send({ path: `${LEADS}?apikey=${SECRET_KEY}` })).status).toBe(401);
});

test.each(["", "?select=id", "?id=eq.0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d", "?limit=0"])(
  "the public key reads nothing with %s",
  async (query) => {
    const server = await serverWithLeads();
    for (const method of ["GET", "HEAD"]) {
      const answer = await server.send({ method, path: LEADS + query, headers: { apikey: PUBLIC_KEY } });
      expect({ status: answer.status, challenge: answer.headers["www-authenticate"] }).toEqual({
        status: 401,
        challenge: "Bearer",
      });
      expect(answer.body).not.toContain("Ada");
    }
  },
);

test("the public key with the secret key as bearer is still refused", async () => {
  const server = await startServer();
  const headers = { apikey: PUBLIC_KEY, authorization: `Bearer ${SECRET_KEY}` };
  expect((await server.send({ path: LEADS, headers })).status).toBe(401);
});

/** The secret key reads leads; the public key reads nothing. */
import { expect, test } from "vitest";
import { OBJECT_MEDIA_TYPE } from "../../contract/rest-api.ts";
import { LEAD } from "../fakes/leads.ts";
import { PUBLIC_KEY, type TestResponse } from "../fakes/server.ts";
import { get, LEADS_PATH, serverWithLeads } from "./wire-request.ts";

const three = ["Ada", "Ben", "Cleo"].map((name) => ({ name, email: `${name}@Trades.example` }));

const names = ({ body }: TestResponse) => JSON.parse(body).map(({ name }: { name: string }) => name);

test("the secret key reads whole rows in the order of the table, with PostgreSQL's form of the time, or what it asks for", async () => {
  const server = await serverWithLeads(three);
  const answer = await server.send(get("?limit=1"));
  const [row] = JSON.parse(answer.body);
  expect(Object.keys(row)).toEqual(["id", "created_at", ...Object.keys(LEAD)]);
  expect(row).toMatchObject({ email: "ada@trades.example", created_at: "2026-11-20T12:00:00+00:00" });
  expect(answer.headers).toMatchObject({
    "content-range": "0-0/*",
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  const asked: Record<string, string[]> = {
    "?created_at=lt.2026-11-20T13:01:00%2B01:00": ["Ada"],
    "?created_at=lt.2026-11-20T13:01:00+01:00": ["Ada"],
    "?created_at=eq.2026-11-20T12:02:00": ["Cleo"],
    "?created_at=gte.2026-11-20&created_at=lt.2026-11-21&name=eq.Ada": ["Ada"],
    "?order=name.desc": ["Cleo", "Ben", "Ada"],
    "?order=selected_service,created_at.desc.nullslast&limit=2": ["Cleo", "Ben"],
    "?order=name&offset=1": ["Ben", "Cleo"],
    "?order=name&limit=1&offset=1": ["Ben"],
  };
  for (const [query, expected] of Object.entries(asked))
    expect([query, names(await server.send(get(query)))]).toEqual([query, expected]);
  const renamed = await server.send(get('?select=who:name,"email"&order=name&limit=1'));
  expect(JSON.parse(renamed.body)).toEqual([{ who: "Ada", email: "ada@trades.example" }]);
});

test("the secret key past the last row is told how many there are, and else why a request cannot be answered", async () => {
  const server = await serverWithLeads(three);
  const answer = await server.send(get("", { range: "5-9", prefer: "count=exact" }));
  expect({ range: answer.headers["content-range"], ...JSON.parse(answer.body) }).toMatchObject({
    range: "*/3",
    code: "PGRST103",
    details: "An offset of 5 was requested, but there are only 3 rows.",
  });
  expect(names(await server.send(get("?order=name", { range: "1-" })))).toEqual(["Ben", "Cleo"]);
  for (const [query, headers, status, code] of REFUSED) {
    const refused = await server.send(get(query, headers));
    expect([query, refused.status, JSON.parse(refused.body).code]).toEqual([query, status, code]);
  }
});

const REFUSED: [query: string, headers: Record<string, string>, status: number, code: string][] = [
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
];

test("the public key reads nothing", async () => {
  const server = await serverWithLeads(three);
  for (const query of ["", "?select=id", "?id=eq.0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d", "?limit=0"])
    for (const method of ["GET", "HEAD"]) {
      const answer = await server.send({ method, path: LEADS_PATH + query, headers: { apikey: PUBLIC_KEY } });
      expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
      expect(answer.body).not.toContain("Ada");
    }
});

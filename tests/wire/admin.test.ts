/** The administration over HTTP: the same answers as from the store, only for the secret key. */
import fastify from "fastify";
import { expect, test } from "vitest";
import type { LeadsAdmin } from "../../contract/admin-operations.ts";
import { createRemoteAdmin } from "../../cli/connection/remote-admin.ts";
import { monitoring } from "../../server/http/monitoring.ts";
import { startReceiver } from "../fakes/receiver.ts";
import { recordResults } from "../fakes/results.ts";
import { PUBLIC_KEY, SECRET_KEY, startServer } from "../fakes/server.ts";
import { value } from "../store/contract/scenario.ts";
import { LEAD } from "../fakes/leads.ts";
import { NOBODY } from "./inbox-request.ts";
import { LEADS_PATH, post } from "./wire-request.ts";

const KEY = { apikey: SECRET_KEY };

async function start() {
  const server = await startServer({ outbox: { webhookUrls: ["https://hooks.example/secret"] } });
  const { store, admin: near, port } = server;
  const far = createRemoteAdmin({ origin: `http://127.0.0.1:${port}`, secretKey: SECRET_KEY });
  const lead = { ...LEAD, name: 'Zoë "<b>" \u{1f4de}', additional_info: "a\tb" };
  const { body } = await server.send(post(lead));
  const refused = { kind: "refused", reason: "The receiver answered 404." } as const;
  const [deliveryId = ""] = await recordResults(store, "webhook", refused);
  return { server, near, far, leadId: String(JSON.parse(body).id), deliveryId };
}

test("the administration over HTTP reads and changes the same as the store, and the log has nothing of it", async () => {
  const { server, near, far, leadId, deliveryId } = await start();
  const list = { filter: "open", search: "zoË", page: 1, size: 25 } as const;
  expect(await far.list(list)).toEqual(await near.list(list));
  expect(value(await far.list(list)).leads).toHaveLength(1);
  await far.list({ ...list, search: LEAD.email });
  const reads = (admin: LeadsAdmin) =>
    Promise.all([
      admin.lead({ id: leadId }),
      admin.leadsAfter({ size: 10 }),
      ...([undefined, "dead"] as const).map((state) => admin.deliveries({ state, page: 1, size: 10 })),
      admin.overview({ days: 14, timeZone: "Asia/Tokyo" }),
      admin.funnel({ days: 7, timeZone: "UTC" }),
      admin.calls({}),
      admin.signIns({}),
    ]);
  expect(await reads(far)).toEqual(await reads(near));
  const { oldestUndeliveredSeconds: _, ...health } = value(await far.health({}));
  expect(value(await near.health({}))).toMatchObject(health);
  expect(server.log()).toContain('"route":"/admin/list"');
  expect(server.log(), "neither data of a lead nor a search").not.toMatch(/dana|ortiz|zo/i);

  expect(value(await far.answer({ id: leadId })).answeredAt).toBeDefined();
  // No caller over HTTP can name an author.
  const body = JSON.stringify({ id: leadId, by: "ana@agency.example" });
  await server.send({ method: "POST", path: "/admin/answer", headers: KEY, body });
  expect(value(await near.lead({ id: leadId })).answeredBy).toBeUndefined();
  const note = value(await far.note({ id: leadId, text: "  Called.\n\u{1f4de}  " }));
  expect(value(await near.lead({ id: leadId })).notes).toEqual([{ ...note, text: "Called.\n\u{1f4de}" }]);
  expect(value(await far.sendAgain({ id: deliveryId, only: "unsent" }))).toEqual([deliveryId]);
  expect(value(await far.test({})).lead.email).toBe("owner@agency.example");
  expect(value(await far.remove({ ids: [leadId] }))).toMatchObject({ leads: 1, notes: 1 });
  expect(await far.lead({ id: leadId })).toEqual({ kind: "missing" });
  await server.app.close();
  expect(await far.health({})).toEqual({
    kind: "unavailable",
    // Refused, or cut where a connection was still open.
    reason: expect.stringMatching(/^The server at http:\/\/127\.0\.0\.1:\d+ did not answer \([A-Z_]+\)\.$/),
  });
});

test("the administration over HTTP says that the key is wrong, that the store is away, or that a response is invalid", async () => {
  const { server, far } = await start();
  const origin = `http://127.0.0.1:${server.port}`;
  const stranger = createRemoteAdmin({ origin, secretKey: "sb_secret_of-somebody-else" });
  expect(await stranger.health({})).toEqual({
    kind: "unavailable",
    reason: `The server at ${origin} does not take this secret key.`,
  });
  await server.store.close();
  expect(await far.health({})).toEqual({
    kind: "unavailable",
    reason: "The store cannot be used now: the store is not open.",
  });
  const metrics = await server.send({ path: "/metrics", headers: KEY });
  expect([metrics.status, metrics.body]).toEqual([200, expect.stringContaining("\nnightshift_ready 0\n")]);
  expect(metrics.body).not.toContain("nightshift_leads_open");
  const odd = await startReceiver((response) => response.end('{"leads":1}'));
  const oddAdmin = createRemoteAdmin({ origin: `http://127.0.0.1:${odd.port}`, secretKey: SECRET_KEY });
  expect(await oddAdmin.health({})).toMatchObject({ reason: expect.stringContaining("does not understand") });
});

test("the administration over HTTP accepts its key nowhere else", async () => {
  const elsewhere = await startReceiver((response) => response.end("{}"));
  const moved = await startReceiver((response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
  );
  const admin = createRemoteAdmin({ origin: `http://127.0.0.1:${moved.port}`, secretKey: SECRET_KEY });
  expect(await admin.answer({ id: NOBODY })).toMatchObject({ kind: "unavailable" });
  expect(elsewhere.events).toEqual([]);
});

test.each([
  ["without a key", {}],
  ["with the public key", { apikey: PUBLIC_KEY }],
  ["with one right key and one wrong", { apikey: SECRET_KEY, authorization: `Bearer ${PUBLIC_KEY}` }],
  ["with a key of another scheme", { authorization: `Basic ${SECRET_KEY}` }],
])("over HTTP nobody reads or changes anything %s", async (_name, headers) => {
  const { server, near, leadId } = await start();
  for (const [method, path, asked] of [
    ["POST", "/admin/list", { filter: "all", search: "", page: 1, size: 1 }],
    ["GET", "/admin/nothing", {}],
    ["POST", "/admin/answer", { id: leadId }],
    ["GET", "/metrics", {}],
  ] as const) {
    const answer = await server.send({ method, path, headers, body: JSON.stringify(asked) });
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(answer.body).not.toContain("Zo");
  }
  expect(value(await near.lead({ id: leadId })).answeredAt).toBeUndefined();
});

test("the administration over HTTP is closed to other sites, is not cached, and refuses an unknown address or too large a body", async () => {
  const { send: ask } = await startServer();
  const headers = { ...KEY, origin: "https://evil.example" };
  const say = (path: string, body: string) => ask({ method: "POST", path, headers, body });
  const { headers: answered } = await say("/admin/health", "{}");
  expect(answered).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  expect(Object.keys(answered).filter((name) => name.startsWith("access-control"))).toEqual([]);
  const preflight = { ...headers, "access-control-request-method": "POST" };
  expect(await ask({ method: "OPTIONS", path: "/admin/test", headers: preflight })).toMatchObject({
    status: 404,
  });
  expect(await ask({ path: "/admin/nothing", headers: KEY })).toMatchObject({
    status: 404,
    body: JSON.stringify({ message: "There is nothing at this address." }),
  });
  const large = await say("/admin/test", "x".repeat(70_000));
  expect(large).toMatchObject({ status: 413, body: expect.stringContaining("message") });
});

const LIST = { filter: "all", search: "", page: 1, size: 1 };
const INVALID: [operation: string, input: unknown, sentence: string][] = [
  ["list", { ...LIST, filter: "every" }, "filter must be one of open"],
  ["list", { ...LIST, page: 0 }, "page must be a whole number"],
  ["list", { ...LIST, size: 1.5 }, "size must be a whole number"],
  ["list", {}, "filter"],
  ["list", { ...LIST, since: "2027-02-30T07:00:00Z" }, "since must be on a day that there is"],
  ["moveCall", { id: NOBODY, startsAt: "2028-02-30T07:00:00Z" }, "startsAt must be on a day that there is"],
  ["overview", { days: 3, timeZone: "Mars/Olympus" }, "timeZone must be a time zone"],
  ["overview", { days: 100_000, timeZone: "UTC" }, "days must be a whole number"],
  ["deliveries", { state: "lost", page: 1, size: 1 }, "state must be one of due"],
  ["lead", { id: "1" }, "id must be an id"],
  ["answer", { id: "\0" }, "id must be an id"],
  ["outcome", { id: NOBODY, outcome: "suspected" }, "outcome must be one of booked"],
  ["note", "{", "The body"],
  ["note", { id: NOBODY, text: "  " }, "text must say something"],
  ["note", { id: NOBODY, text: "x".repeat(4_001) }, "text must have at most 4000"],
  ["test", { email: "a@b.co, c@d.co" }, "email must be one email address"],
  ["remove", {}, "must have the ids of leads, or an email"],
  ["remove", { ids: ["x"] }, "must have the ids of leads, or an email"],
  ["remove", { before: "2027-01-01T00:00:00.000Z" }, "must have the ids of leads, or an email"],
];

test("an operation with invalid input is refused with a sentence", async () => {
  const { send: ask } = await startServer();
  for (const [name, input, message] of INVALID) {
    const body = typeof input === "string" ? input : JSON.stringify(input);
    const answer = await ask({ method: "POST", path: `/admin/${name}`, headers: KEY, body });
    expect([name, answer.status, JSON.parse(answer.body).message]).toEqual([
      name,
      400,
      expect.stringContaining(message),
    ]);
  }
});

test("the metrics have their own key, which opens nothing else", async () => {
  const metricsKey = "ns_metrics_for-tests-only-0000";
  const server = await startServer({ metricsKey });
  const headers = { authorization: `Bearer ${metricsKey}` };
  expect((await server.send({ path: "/metrics", headers })).status).toBe(200);
  for (const other of [SECRET_KEY, PUBLIC_KEY, ""]) {
    const { status } = await server.send({ path: "/metrics", headers: { authorization: `Bearer ${other}` } });
    expect([other, status]).toEqual([other, other === SECRET_KEY ? 200 : 401]);
  }
  const body = JSON.stringify({ ids: [] });
  const json = { ...headers, "content-type": "application/json" };
  expect((await server.send({ method: "POST", path: "/admin/remove", headers: json, body })).status).toBe(
    401,
  );
  expect((await server.send({ path: LEADS_PATH, headers: { apikey: metricsKey } })).status).toBe(401);
});

test("the metrics come in time for Prometheus and are not ready while the store is silent", async () => {
  const fault = () => Promise.resolve("silent");
  const never = () => new Promise<undefined>(() => {});
  const app = fastify();
  const metrics = (health: unknown) => `counted ${health !== undefined}`;
  const silent = { fault, health: never, metrics, patienceMs: 1 };
  app.register(monitoring, { ...silent, secretKey: SECRET_KEY, metricsKey: undefined });
  const { body } = await app.inject({ url: "/metrics", headers: KEY });
  expect(body).toMatch(/\nnightshift_ready 0\ncounted false$/);
});

test("the metrics are in Prometheus's format, with a bearer, and escape the content of a reason", async () => {
  const { server } = await start();
  const headers = { authorization: `Bearer ${SECRET_KEY}` };
  const { status, headers: answered, body } = await server.send({ path: "/metrics", headers });
  expect(status).toBe(200);
  expect(answered["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  const [own = ""] = body.split("# HELP nightshift_http_request_seconds");
  await expect(own.replace(/(seconds) \d+/, "$1 0")).toMatchFileSnapshot("metrics.prom");
  expect((await server.send({ path: "/readyz" })).status, "also with a delivery that was given up").toBe(200);
  await recordResults(server.store, "mail", { kind: "refused", reason: 'a "b"\\\nc' });
  const { body: escaped } = await server.send({ path: "/metrics", headers });
  expect(escaped).toContain(String.raw`{reason="a \"b\"\\\nc"} 2`);
});

test("the metrics count requests by the pattern of their route and their status, and nothing that a visitor wrote", async () => {
  const { send: ask } = await startServer();
  for (const path of ["/book-call?who=zebra", "/zebra", "/zebra-2", "/readyz"]) await ask({ path });
  const { body } = await ask({ path: "/metrics", headers: KEY });
  const counted = [...body.matchAll(/^nightshift_http_request_seconds_count\{(.*)\} (\d+)$/gm)];
  expect(counted.map(([, labels, count]) => `${labels} ${count}`)).toEqual([
    'method="other",route="/book-call",status="200" 1',
    'method="other",route="unknown",status="404" 2',
    'method="other",route="/readyz",status="200" 1',
  ]);
  expect(body).toContain('_bucket{method="other",route="unknown",status="404",le="+Inf"} 2\n');
  expect(body).not.toContain("zebra");
});

test("the metrics say how old the newest backup at each place is, and the copy of each calendar, by its position", async () => {
  const state = { id: "x", triedAt: new Date().toISOString() };
  const readAt = new Date(Date.now() - 90_000).toISOString();
  const states = () => [
    { ...state, number: 1, readAt, skipped: ["2027-03-09"] },
    { ...state, number: 2, skipped: [] },
  ];
  const server = await startServer({
    calendars: { states },
    backupAges: () => ({ local: Infinity, elsewhere: 90, drill: 60 }),
  });
  const { body } = await server.send({ path: "/metrics", headers: KEY });
  expect(body).toContain('\nnightshift_backup_age_seconds{place="local"} +Inf\n');
  expect(body).toContain('\nnightshift_backup_age_seconds{place="elsewhere"} 90\n');
  expect(body).toContain("\nnightshift_drill_age_seconds 60\n");
  expect(body).toMatch(/\nnightshift_calendar_age_seconds\{calendar="1"\} 9\d\n.*\{calendar="2"\} NaN\n/);
  expect(body).toContain('\nnightshift_calendar_skipped_events{calendar="1"} 1\n');
});

test("a call is booked over HTTP, at a time that is offered; a change that names an older version is refused", async () => {
  const { near, far, leadId } = await start();
  const [, startsAt = ""] = value(await far.freeTimes({}));
  const phone = "(201) 555-0142";
  expect(value(await far.bookCall({ id: leadId, startsAt, phone }))).toMatchObject({ became: "changed" });
  const stale = await far.outcome({ id: leadId, seen: 0, outcome: "lost" });
  expect(stale).toMatchObject({ kind: "stale", version: 1, changes: [{ kind: "call-booked" }] });
  expect(value(await near.lead({ id: leadId }))).toMatchObject({ outcome: "booked" });
});

/** `/metrics`: who reads them, and what they say. */
import fastify from "fastify";
import { expect, test } from "vitest";
import { monitoring } from "../../server/http/monitoring.ts";
import { recordResults } from "../fakes/results.ts";
import { PUBLIC_KEY, SECRET_KEY, startServer } from "../fakes/server.ts";
import { LEADS_PATH, post } from "./wire-request.ts";

const KEY = { apikey: SECRET_KEY };

test("the metrics have their own key, which opens nothing else", async () => {
  const metricsKey = "ns_metrics_for-tests-only-0000";
  const server = await startServer({ metricsKey });
  const headers = { authorization: `Bearer ${metricsKey}` };
  expect((await server.send({ path: "/metrics", headers })).status).toBe(200);
  for (const other of [SECRET_KEY, PUBLIC_KEY, ""]) {
    const { status } = await server.send({ path: "/metrics", headers: { authorization: `Bearer ${other}` } });
    expect([other, status]).toEqual([other, other === SECRET_KEY ? 200 : 401]);
  }
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
  const server = await startServer({ outbox: { webhookUrls: ["https://hooks.example/secret"] } });
  await server.send(post());
  await recordResults(server.store, "webhook", { kind: "refused", reason: "The receiver answered 404." });
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
    backupAges: () => ({ local: Infinity, elsewhere: 90 }),
  });
  const { body } = await server.send({ path: "/metrics", headers: KEY });
  expect(body).toContain('\nnightshift_backup_age_seconds{place="local"} +Inf\n');
  expect(body).toContain('\nnightshift_backup_age_seconds{place="elsewhere"} 90\n');
  expect(body).toMatch(/\nnightshift_calendar_age_seconds\{calendar="1"\} 9\d\n.*\{calendar="2"\} NaN\n/);
  expect(body).toContain('\nnightshift_calendar_skipped_events{calendar="1"} 1\n');
});

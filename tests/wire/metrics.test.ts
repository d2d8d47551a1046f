import { register } from "prom-client";
import { expect, test } from "vitest";
import { recordResults } from "../support/results.ts";
import { METRICS_KEY, startServer } from "../support/server.ts";
import { post } from "./wire-request.ts";

const KEY = { authorization: `Bearer ${METRICS_KEY}` };

/** After one lead whose event was refused, while its two mails are due. */
const LINES = [
  "# HELP nightshift_ready 1 while /readyz answers 200.",
  "# TYPE nightshift_ready gauge",
  "nightshift_ready 1",
  "nightshift_leads_open 1",
  "nightshift_leads_overdue 0",
  "nightshift_leads_suspected 0",
  "nightshift_retention_waiting 0",
  "nightshift_deliveries_undelivered 2",
  "nightshift_deliveries_dead 1",
  "nightshift_mail_to_agency_failing 0",
  "nightshift_leads_accepted_total 1",
  "nightshift_confirmations_withheld_total 0",
  "nightshift_leads_turned_away_total 0",
];

test("the metrics are in Prometheus's format", async () => {
  register.resetMetrics();
  const server = await startServer({
    outbox: { webhookUrls: ["https://hooks.example/secret"] },
  });
  await server.send(post());
  await recordResults(server.store, "webhook", {
    kind: "refused",
    reason: "The receiver answered 404.",
  });
  const {
    status,
    headers: answered,
    body,
  } = await server.send({ path: "/metrics", headers: KEY });
  expect(status).toBe(200);
  const refused = { status: 401, headers: { "www-authenticate": "Bearer" } };
  expect(await server.send({ path: "/metrics" })).toMatchObject(refused);
  expect(answered["content-type"]).toBe(
    "text/plain; version=0.0.4; charset=utf-8",
  );
  expect(body.split("\n")).toEqual(expect.arrayContaining(LINES));
  expect(
    (await server.send({ path: "/readyz" })).status,
    "ready even with a dead delivery",
  ).toBe(200);
});

test("the metrics count requests by route and status, without any text of a visitor", async () => {
  register.resetMetrics();
  const { send } = await startServer();
  const paths = [
    "/book-call?who=zebra",
    "/zebra",
    "/zebra-2",
    "/pictures/van-1a2b3c4d.avif",
    "/assets/entry-1a2b3c4d.js",
  ];
  for (const path of paths) await send({ path });
  const { body } = await send({ path: "/metrics", headers: KEY });
  const counted = [
    ...body.matchAll(/^nightshift_http_request_seconds_count\{(.*)\} (\d+)$/gm),
  ];
  expect(counted.map(([, labels, count]) => `${labels} ${count}`)).toEqual([
    'method="other",route="/book-call",status="200" 1',
    'method="other",route="unknown",status="404" 2',
    'method="other",route="/pictures/*",status="200" 1',
    'method="other",route="/assets/*",status="200" 1',
  ]);
  expect(body).toContain(
    '_bucket{le="+Inf",method="other",route="unknown",status="404"} 2\n',
  );
  expect(body).not.toContain("zebra");
});

import { register } from "prom-client";
import { expect, test } from "vitest";
import { recordResults } from "../support/results.ts";
import { METRICS_KEY, startServer } from "../support/server.ts";
import { book, timesOf } from "./schedule-request.ts";
import { post } from "./wire-request.ts";

const KEY = { authorization: `Bearer ${METRICS_KEY}` };

test("after a lead that came twice, whose event was refused, and a call, the metrics are in Prometheus's format", async () => {
  register.resetMetrics();
  const at = Date.now();
  const failingSince = new Date(at - 60_000).toISOString();
  const calendar = { id: "x", triedAt: "", skipped: [] };
  const readAt = new Date(at).toISOString();
  const server = await startServer({
    at,
    outbox: { webhookUrls: ["https://hooks.example/secret"] },
    calendars: {
      states: async () => [
        { ...calendar, number: 2 },
        { ...calendar, number: 3, readAt, failingSince },
      ],
    },
  });
  const once = post(undefined, { "idempotency-key": "one" });
  for (const sent of [once, once]) await server.send(sent);
  await recordResults(server.store, "webhook", {
    kind: "refused",
    reason: "The receiver answered 404.",
  });
  expect((await server.send({ path: "/readyz" })).status).toBe(200);
  const startsAt = (await timesOf(server, "days=99")).at(-1) ?? "";
  await book(server, { email: "b@b.example", startsAt });
  const { status, body } = await server.send({
    path: "/metrics",
    headers: KEY,
  });
  expect(status).toBe(200);
  const keyless = await startServer({ env: { metricsKey: undefined } });
  for (const { send } of [server, keyless])
    expect((await send({ path: "/metrics" })).status).toBe(401);
  const gauges = body.split("\n\n").filter((one) => / gauge\n/.test(one));
  await expect(gauges.join("\n\n")).toMatchFileSnapshot("metrics.said.txt");
  expect(body).toContain("nightshift_leads_accepted_total 2\n");
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

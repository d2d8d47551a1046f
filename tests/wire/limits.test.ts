import { register } from "prom-client";
import { expect, test, vi } from "vitest";
import { CONFIRMATION_HEADER } from "../../contract/http/rest-api.ts";
import { ASK_LINK_PATH, INBOX, linkPath } from "../../contract/http/routes.ts";
import * as insertLeadsStatements from "../../server/leads/insert-leads.ts";
import { readLead } from "../../server/leads/read-lead.ts";
import { StoreUnavailable } from "../../server/store/unavailable.ts";
import { content } from "../content.ts";
import { detailIn } from "../store/contract/scenario.ts";
import { LEAD } from "../support/leads.ts";
import {
  METRICS_KEY,
  startServer,
  type TestRequest,
} from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { formRequest, operator } from "./inbox-request.ts";
import { callForm, MONDAY_SEVEN } from "./schedule-request.ts";
import { post, stored } from "./wire-request.ts";

const WITHIN_A_MINUTE = {
  "retry-after": expect.stringMatching("^(?:[1-5]?\\d|60)$"),
};

const from = (address: string) => post(LEAD, { "x-forwarded-for": address });

test("the rate limit counts each lead of a batch, and stores a batch whole or not at all", async () => {
  const server = await startServer({
    rateLimit: { perMinute: 5, includeLoopback: true },
  });
  const send = (leads: number) =>
    server.send(post(Array(leads).fill(LEAD), { accept: "application/json" }));
  expect((await send(3)).status).toBe(201);
  expect(await send(3)).toMatchObject({
    status: 429,
    headers: WITHIN_A_MINUTE,
  });
  expect((await send(2)).status).toBe(201);
  expect((await send(0)).status).toBe(429);
  // Waiting does not help a batch that is above the limit.
  const never = await send(6);
  expect([never.status, JSON.parse(never.body).code]).toEqual([
    413,
    "too_many_leads",
  ]);
  expect(never.headers).not.toHaveProperty("retry-after");
  expect(await stored(server)).toHaveLength(5);
});

test.each([
  ["an incomplete lead", post({ name: "x" })],
  ["an incomplete form", postForm({ name: "" })],
  ["an incomplete form for a call", callForm({ name: "" })],
  ["a repeated lead", post(LEAD, { "idempotency-key": "one" })],
  ["a repeated form", postForm()],
  ["a repeated booking", callForm({ email: "b@sample.co" })],
  [
    "a question for a lost link",
    formRequest(ASK_LINK_PATH, { email: "a@b.co" }),
  ],
])(
  "%s, sent again and again, takes nothing from its neighbors",
  async (_what, request) => {
    const server = await startServer({
      at: MONDAY_SEVEN,
      trustProxy: 1,
      rateLimit: { perMinute: 600, totalPerMinute: 30 },
    });
    const sendFrom = (address: string, sent: TestRequest) =>
      server.send({
        ...sent,
        headers: { ...sent.headers, "x-forwarded-for": address },
      });
    for (let n = 0; n < 32; n++) await sendFrom("192.0.2.1", request);
    const other = post({ ...LEAD, email: "c@sample.co" });
    const answer = await sendFrom("192.0.2.2", other);
    expect([answer.status, answer.headers[CONFIRMATION_HEADER]]).toEqual([
      201,
      "mail",
    ]);
    const { id } = JSON.parse(answer.body);
    const { suspicion } = detailIn(await readLead(server.store, id));
    expect(suspicion).toEqual([]);
  },
);

test("beyond an address's requests of a minute, nothing is read", async () => {
  const { services, send } = await startServer({
    rateLimit: { includeLoopback: true },
  });
  const { requests, renderings, mailedLinks } = services.memory.limits;
  await mailedLinks("127.0.0.1", 5);
  for (const path of [ASK_LINK_PATH, INBOX.ask]) {
    const asked = formRequest(path, { email: "a@b.co" });
    expect((await send(asked)).status).toBe(429);
  }
  await requests("127.0.0.1", 600);
  await renderings("127.0.0.1", 10);
  const unreadable = { ...postForm(), body: "a&a" };
  const opened = { path: linkPath("booking", "dead") };
  for (const request of [post("{"), unreadable, opened])
    expect((await send(request)).status).toBe(429);
});

test("a form that is too long is shown again, and counts as several pages; twice as long, it is not shown", async () => {
  const { send } = await startServer({
    rateLimit: { perMinute: 10, includeLoopback: true },
  });
  const shown: string[] = [];
  for (const [kilobytes, path] of [
    [72, "/book-call"],
    [72, "/schedule"],
    [72, "/schedule"],
    [129, "/schedule"],
  ] as const) {
    const problems = "www\u00e9".repeat(kilobytes * 205);
    const request = { ...postForm({ problems }), path };
    const { status, body } = await send(request);
    shown.push(`${status} ${body.includes(problems)}`);
  }
  expect(shown).toEqual(["413 true", "413 true", "429 false", "413 false"]);
});

test("the limit for all senders together asks visitors to send again", async () => {
  register.resetMetrics();
  const server = await startServer({
    rateLimit: { totalPerMinute: 2 },
  });
  await server.send(post());
  expect((await server.send(postForm())).status).toBe(200);
  const { tooBusy } = content.messages;
  for (const request of [post(), postForm()]) {
    const refused = await server.send(request);
    expect(refused).toMatchObject({ status: 503, headers: WITHIN_A_MINUTE });
    expect(refused.body).toContain(tooBusy);
  }
  const authorization = `Bearer ${METRICS_KEY}`;
  const { body } = await server.send({
    path: "/metrics",
    headers: { authorization },
  });
  expect(body).toContain("\nnightshift_leads_turned_away_total 2\n");
});

test("a proxy that hides visitors gives none of them a limit, and the inbox says so until it hides them no more", async () => {
  const { server, get } = await operator({
    trustProxy: 1,
    rateLimit: { perMinute: 1 },
  });
  const health = async (address: string) => {
    const headers = { "x-forwarded-for": address };
    return (await server.send({ path: "/healthz", headers })).body;
  };
  for (let n = 0; n < 3; n++)
    expect((await server.send(from("172.18.0.1"))).status).toBe(201);
  const says = async () =>
    (await get(INBOX.path)).body.includes("from where visitors connect");
  expect(await says()).toBe(false);
  for (let n = 0; n < 97; n++)
    expect(await health("172.18.0.1")).toContain("hidden");
  expect(await says()).toBe(true);
  expect(await health("2001:db8::1")).toBe('{"status":"up"}');
  expect(await says()).toBe(false);
});

test.each<[trustProxy: string[] | 1 | false, second: number, warnings: number]>(
  [
    [false, 429, 1],
    [["192.0.2.1"], 429, 1],
    [1, 201, 0],
    [["loopback"], 201, 0],
  ],
)(
  "only if TRUST_PROXY (%j) names the proxy, its header has the sender; otherwise there is one warning",
  async (trustProxy, second, warnings) => {
    const rateLimit = { perMinute: 1, includeLoopback: true };
    const server = await startServer({ rateLimit, trustProxy });
    const statuses = [];
    // What the client itself put before the proxy's address is ignored.
    for (const sender of [
      "203.0.113.1",
      "203.0.113.2",
      "::1, 203.0.113.1:4711",
    ])
      statuses.push((await server.send(from(sender))).status);
    expect(statuses).toEqual([201, second, 429]);
    expect(
      server.log().split("a proxy that TRUST_PROXY does not name"),
    ).toHaveLength(1 + warnings);
    expect(server.log()).not.toContain("203.0.113.1");
  },
);

test("leads that could not be stored do not count for any limit", async () => {
  const rateLimit = { perMinute: 4, totalPerMinute: 8 };
  const server = await startServer({ trustProxy: 1, rateLimit });
  const inserting = vi
    .spyOn(insertLeadsStatements, "insertLeads")
    .mockResolvedValue(new StoreUnavailable("the disk is full"));
  // These answers come from the store and not from a limit.
  const refused = { status: 503, headers: { "retry-after": "5" } };
  for (let n = 0; n < 10; n++)
    expect(await server.send(from(`203.0.113.${n % 5}`))).toMatchObject(
      refused,
    );
  inserting.mockRestore();
  expect((await server.send(from("203.0.113.1"))).status).toBe(201);
});

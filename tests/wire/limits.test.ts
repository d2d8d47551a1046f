/** Rate limits and allowed origins. */
import { content } from "../content.ts";
import { expect, test } from "vitest";
import { LEAD } from "../support/leads.ts";
import { METRICS_KEY, startServer } from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { post, stored } from "./wire-request.ts";

const WITHIN_A_MINUTE = /^(?:[1-5]?\d|60)$/;

function from(address: string) {
  return post(LEAD, { "x-forwarded-for": address });
}

test("the rate limit counts each lead of a batch, and stores a batch whole or not at all", async () => {
  const server = await startServer({ now: () => 0, rateLimit: { perMinute: 5, includeLoopback: true } });
  const list = { accept: "application/json" };
  const batch = (leads: number) => post(Array(leads).fill(LEAD), list);
  expect((await server.send(batch(3))).status).toBe(201);
  const early = await server.send(batch(3));
  expect(early).toMatchObject({
    status: 429,
    headers: { "retry-after": expect.stringMatching(WITHIN_A_MINUTE) },
  });
  expect((await server.send(batch(2))).status).toBe(201);
  expect((await server.send(batch(0))).status).toBe(429);
  // Waiting does not help this one, so it is not told to wait.
  const never = await server.send(batch(6));
  expect([never.status, JSON.parse(never.body).code]).toEqual([413, "too_many_leads"]);
  expect(never.headers).not.toHaveProperty("retry-after");
  expect(await stored(server)).toHaveLength(5);
});

test("the rate limit counts a lead once, however often its request is repeated", async () => {
  const server = await startServer({ now: () => 0, rateLimit: { perMinute: 3, includeLoopback: true } });
  for (let sent = 0; sent < 4; sent++)
    expect((await server.send(post(LEAD, { "idempotency-key": "one" }))).status).toBe(201);
  for (let sent = 0; sent < 4; sent++)
    expect((await server.send(postForm({ email: "two@sample.co" }))).status).toBe(200);
  expect(await stored(server)).toHaveLength(2);
  expect((await server.send(post())).status).toBe(201);
  expect((await server.send(post())).status).toBe(429);
});

test("the rate limit of all addresses together asks visitors to send again", async () => {
  const server = await startServer({ now: () => 0, rateLimit: { totalPerMinute: 2 } });
  await server.send(post());
  expect((await server.send(postForm())).status).toBe(200);
  const refused = await server.send(post());
  expect(refused).toMatchObject({
    status: 503,
    headers: { "retry-after": expect.stringMatching(WITHIN_A_MINUTE) },
  });
  expect(JSON.parse(refused.body)).toMatchObject({ code: "too_busy", message: content.messages.tooBusy });
  const form = await server.send(postForm());
  expect(form).toMatchObject({
    status: 503,
    headers: { "retry-after": expect.stringMatching(WITHIN_A_MINUTE) },
  });
  expect(form.body).toContain(content.messages.tooBusy);
  const { body } = await server.send({
    path: "/metrics",
    headers: { authorization: `Bearer ${METRICS_KEY}` },
  });
  expect(body).toContain("\nnightshift_leads_turned_away_total 2\n");
});

test("the rate limit takes the address from a header only when the proxy is named", async () => {
  const rateLimit = { perMinute: 1, includeLoopback: true };
  const direct = await startServer({ rateLimit });
  await direct.send(from("203.0.113.1"));
  expect((await direct.send(from("203.0.113.2"))).status).toBe(429);
  for (const trustProxy of [1, ["loopback"]]) {
    const behind = await startServer({ rateLimit, trustProxy });
    await behind.send(from("203.0.113.1"));
    expect((await behind.send(from("203.0.113.2"))).status).toBe(201);
    // The entries that the client itself put before the proxy's are ignored.
    expect((await behind.send(from("203.0.113.9, 203.0.113.1"))).status).toBe(429);
  }
});

test.each([
  ["203.0.113.1:4711", "203.0.113.1", "203.0.113.2:4711"],
  ["[2001:db8::1]:4711", "2001:db8::1", "[2001:db8:0:1::1]"],
])("the rate limit knows %s for %s, and not for %s", async (first, same, other) => {
  const server = await startServer({ rateLimit: { perMinute: 1 }, trustProxy: ["loopback"] });
  const statuses = [];
  for (const address of [first, same, other]) statuses.push((await server.send(from(address))).status);
  expect(statuses).toEqual([201, 429, 201]);
});

test("the rate limit logs a warning when requests come through a proxy that is not named", async () => {
  for (const [trustProxy, told] of [
    [false, true],
    [["192.0.2.1"], true],
    [1, false],
  ] as const) {
    const server = await startServer({
      trustProxy: typeof trustProxy === "object" ? [...trustProxy] : trustProxy,
    });
    for (let n = 0; n < 3; n++) await server.send(from("203.0.113.1"));
    await server.send(post());
    expect(server.log().split("a proxy that TRUST_PROXY does not name")).toHaveLength(told ? 2 : 1);
    expect(server.log()).not.toContain("203.0.113.1");
  }
});

test("pages of every origin may read an answer, also an error", async () => {
  const { send } = await startServer();
  for (const body of ["x".repeat(70_000), LEAD])
    expect((await send(post(body))).headers["access-control-allow-origin"]).toBe("*");
});

test("forms that are shown again are limited for all together, and leads are stored meanwhile", async () => {
  const rateLimit = { perMinute: 60, totalPerMinute: 600, includeLoopback: true };
  for (const [problems, shown] of [
    ["x", 100],
    ["x".repeat(100_000), 14],
  ] as const) {
    const server = await startServer({ trustProxy: 1, rateLimit });
    const refused = async (address: number) => {
      const headers = { "x-forwarded-for": `${address}.0.0.1` };
      return (await server.send(postForm({ email: "nobody", problems }, headers))).status;
    };
    const statuses: number[] = [];
    for (let n = 1; n <= shown + 5; n++) statuses.push(await refused(n));
    expect(statuses.filter((status) => status !== 503)).toHaveLength(shown);
    expect((await server.send(from("99.0.0.1"))).status).toBe(201);
  }
});

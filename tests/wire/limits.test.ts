/** Who may call how often, and from which origins. */
import { describe, expect, test } from "vitest";
import { LEAD } from "../fakes/leads.ts";
import { SECRET_KEY, startServer } from "../fakes/server.ts";
import { post } from "./wire-request.ts";

function from(address: string) {
  return post(LEAD, { "x-forwarded-for": address });
}

describe("the rate limit", () => {
  test("refuses an address that sends too much, says until when, and then lets it in again", async () => {
    let time = Date.parse("2026-11-20T12:00:00Z");
    const server = await startServer({ now: () => time, rateLimit: { perMinute: 2, includeLoopback: true } });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await server.send(post())).status);
    expect(statuses).toEqual([201, 201, 429]);
    const { headers } = await server.send(post());
    expect(headers["retry-after"]).toBe("30");
    time += 30_000;
    expect((await server.send(post())).status).toBe(201);
  });

  test("does not hold for the secret key, nor for this machine when nothing is said", async () => {
    const limited = await startServer({ rateLimit: { perMinute: 1, includeLoopback: true } });
    const owner = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` };
    for (let n = 0; n < 3; n++) expect((await limited.send(post(LEAD, owner))).status).toBe(201);
    const open = await startServer({ rateLimit: { perMinute: 1, includeLoopback: false } });
    for (let n = 0; n < 3; n++) expect((await open.send(post())).status).toBe(201);
  });

  test("takes the address from a header only when the proxy before it is named", async () => {
    const rateLimit = { perMinute: 1, includeLoopback: true };
    const direct = await startServer({ rateLimit });
    await direct.send(from("203.0.113.1"));
    expect((await direct.send(from("203.0.113.2"))).status).toBe(429);
    for (const trustProxy of [1, ["loopback"]]) {
      const behind = await startServer({ rateLimit, trustProxy });
      await behind.send(from("203.0.113.1"));
      expect((await behind.send(from("203.0.113.2"))).status).toBe(201);
      // What the client itself put before the proxy's entry is not believed.
      expect((await behind.send(from("203.0.113.9, 203.0.113.1"))).status).toBe(429);
    }
  });
});

describe("CORS", () => {
  test("names the allowed origin alone when there is a list", async () => {
    const server = await startServer({ corsOrigins: ["https://agency.example"] });
    const known = await server.send(post(LEAD, { origin: "https://agency.example" }));
    expect(known.headers).toMatchObject({
      "access-control-allow-origin": "https://agency.example",
      vary: "Accept, Prefer, Range, Origin",
    });
    const foreign = await server.send(post(LEAD, { origin: "https://other.example" }));
    expect(foreign.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("stands on errors that the handler never sees", async () => {
    const server = await startServer();
    for (const answer of [
      await server.send(post("x".repeat(70_000))),
      await server.send({ ...post(), method: "FOO" }),
    ]) {
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
    }
  });

  test("keeps to the list on errors that the handler never sees", async () => {
    const server = await startServer({ corsOrigins: ["https://agency.example"] });
    for (const [origin, allowed] of [
      ["https://agency.example", "https://agency.example"],
      ["https://other.example", undefined],
    ] as const) {
      for (const request of [
        { ...post(LEAD, { origin }), method: "FOO" },
        { ...post(LEAD, { origin }), path: "/rest/v1/%zz" },
        { ...post(LEAD, { origin, apikey: "nope" }) },
        {
          path: "/rest/v1/lead_submissions",
          method: "OPTIONS",
          headers: { origin, "access-control-request-method": "POST" },
        },
      ]) {
        const { headers } = await server.send(request);
        expect(headers["access-control-allow-origin"]).toBe(allowed);
        expect(headers["vary"]).toBe("Accept, Prefer, Range, Origin");
      }
    }
  });
});

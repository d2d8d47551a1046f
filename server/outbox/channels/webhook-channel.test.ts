import dns from "node:dns";
import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { certificateFor } from "../../../tests/fakes/certificate.ts";
import { trust } from "../../../tests/fakes/trust.ts";
import { leadRow } from "../../../tests/fakes/leads.ts";
import { mailSettings, outgoing } from "../../../tests/fakes/outgoing.ts";
import { startReceiver } from "../../../tests/fakes/receiver.ts";
import { createWebhookChannel, type WebhookSettings } from "./webhook-channel.ts";
import type { Resolve } from "./webhook/resolve.ts";

const OLD_SECRET = `whsec_${Buffer.alloc(24, "old").toString("base64")}`;
const NEW_SECRET = `whsec_${Buffer.alloc(32, "new").toString("base64")}`;

const ok = () => startReceiver((response) => response.writeHead(204).end());

const PRIVATE = { kind: "refused", reason: expect.stringContaining("not on the public internet") };

/** A channel that may reach this machine by the name `crm.internal`. */
function channelTo(url: string, changes: Partial<WebhookSettings> = {}) {
  const channel = createWebhookChannel({
    urls: [url],
    allowHosts: ["crm.internal"],
    secrets: [NEW_SECRET],
    mail: mailSettings(),
    now: Date.now,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    ...changes,
  });
  onTestFinished(() => channel.close());
  return channel;
}

function sendTo(url: string, changes: Partial<WebhookSettings> = {}) {
  return channelTo(url, changes).send(outgoing({ kind: "webhook", target: url }));
}

describe("an event", () => {
  test("is one that Standard Webhooks verifies", async () => {
    const receiver = await ok();
    await expect(sendTo(`http://crm.internal:${receiver.port}/leads?key=1`)).resolves.toEqual({
      kind: "sent",
    });
    const [event] = receiver.events;
    expect(event).toMatchObject({
      method: "POST",
      path: "/leads?key=1",
      headers: {
        host: `crm.internal:${receiver.port}`,
        "content-type": "application/json",
        "webhook-id": "01932000-0000-7000-8000-00000000d001",
      },
    });
    expect(new Webhook(NEW_SECRET).verify(event?.body ?? "", event?.headers ?? {})).toEqual({
      type: "lead.created",
      timestamp: "2026-11-20T12:00:00.000Z",
      data: { ...leadRow(1), due_at: "2026-11-21T12:00:00.000Z", test: false },
    });
  });

  test("is signed with each secret, so that a receiver can change from one to the next", async () => {
    const receiver = await ok();
    await sendTo(`http://crm.internal:${receiver.port}`, { secrets: [NEW_SECRET, OLD_SECRET] });
    const [event] = receiver.events;
    for (const secret of [NEW_SECRET, OLD_SECRET]) {
      expect(() => new Webhook(secret).verify(event?.body ?? "", event?.headers ?? {})).not.toThrow();
    }
    const stranger = new Webhook(`whsec_${Buffer.alloc(24, "x").toString("base64")}`);
    expect(() => stranger.verify(event?.body ?? "", event?.headers ?? {})).toThrow(/signature/i);
    expect(event?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  });

  test("that was changed on its way does not verify", async () => {
    const receiver = await ok();
    await sendTo(`http://crm.internal:${receiver.port}`);
    const [event] = receiver.events;
    const verify = (body: string, headers: Record<string, string>) => () =>
      new Webhook(NEW_SECRET).verify(body, headers);
    const { body = "", headers = {} } = event ?? {};
    expect(verify(body.replace("Dana", "Dina"), headers)).toThrow(/signature/i);
    expect(verify(body, { ...headers, "webhook-id": "another" })).toThrow(/signature/i);
    const later = String(Number(headers["webhook-timestamp"]) + 1);
    expect(verify(body, { ...headers, "webhook-timestamp": later })).toThrow(/signature/i);
  });

  test("has the same id and the same words in every attempt, and the time of its own", async () => {
    const receiver = await ok();
    let now = Date.parse("2026-11-20T13:00:00.900Z");
    const url = `http://crm.internal:${receiver.port}`;
    const channel = channelTo(url, { now: () => now });
    for (const seconds of [0, 61]) {
      now += seconds * 1000;
      await channel.send(outgoing({ kind: "webhook", target: url }));
    }
    const [first, second] = receiver.events;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect([first, second].map((event) => event?.headers["webhook-timestamp"])).toEqual([
      "1795179600",
      "1795179661",
    ]);
  });

  test("carries whatever a visitor typed as it was typed", async () => {
    const receiver = await ok();
    const url = `http://crm.internal:${receiver.port}`;
    const name = '"}</script>\u2028\u202E👨‍👩‍👧\\\n=1+1 ё';
    const lead = leadRow(1, { name, problems: "x\r\n\r\nGET / HTTP/1.1" });
    await channelTo(url).send(outgoing({ kind: "webhook", target: url, lead, test: true }));
    const [event] = receiver.events;
    expect(new Webhook(NEW_SECRET).verify(event?.body ?? "", event?.headers ?? {})).toMatchObject({
      data: { name, problems: lead.problems, test: true },
    });
    expect(receiver.events).toHaveLength(1);
  });

  test("about no single lead goes the same way", async () => {
    const receiver = await ok();
    const url = `http://crm.internal:${receiver.port}`;
    const data = { channel: "mail" as const, since: "2026-11-20T10:59:00.000Z", undelivered: 3 };
    const event = { type: "delivery.failing", timestamp: "2026-11-20T12:00:00.000Z", data } as const;
    await expect(channelTo(url).sendEvent("notice-1", url, event)).resolves.toEqual({ kind: "sent" });
    const [received] = receiver.events;
    expect(new Webhook(NEW_SECRET).verify(received?.body ?? "", received?.headers ?? {})).toEqual(event);
  });
});

describe("to a chat", () => {
  test.each(["slack", "discord"])(
    "%s gets a message for people, under the rules of all webhooks",
    async (chat) => {
      const receiver = await startReceiver((response) =>
        response.writeHead(429, { "retry-after": "30" }).end(),
      );
      const target = `${chat}:http://crm.internal:${receiver.port}/services/T00`;
      const result = { kind: "retry", reason: "The receiver answered 429.", retryAfterMs: 30_000 };
      await expect(sendTo(target)).resolves.toEqual(result);
      const [{ path, body } = { body: "" }] = receiver.events;
      expect(path).toBe("/services/T00");
      expect(Object.values(JSON.parse(body)).join()).toContain("New: Dana Ortiz, Ortiz HVAC");
      await expect(sendTo(target, { allowHosts: [] })).resolves.toMatchObject({ kind: "refused" });
      const resolve: Resolve = async () => [{ address: "10.0.0.1", family: 4 }];
      await expect(sendTo(`${chat}:https://hooks.example/x`, { resolve })).resolves.toEqual(PRIVATE);
      const data = { channel: "mail" as const, since: "2026-11-20T10:59:00.000Z", undelivered: 3 };
      await channelTo(target).sendEvent("1", target, {
        type: "delivery.failing",
        timestamp: data.since,
        data,
      });
      expect(receiver.events.at(-1)?.body).toContain("3 mails wait");
    },
  );
});

describe("over TLS", () => {
  test("an event goes to a certificate that is trusted, whatever its address", async () => {
    const certificate = certificateFor("crm.internal");
    trust(certificate);
    const receiver = await startReceiver((response) => response.end("thanks"), certificate);
    await expect(sendTo(`https://crm.internal:${receiver.port}`)).resolves.toEqual({ kind: "sent" });
  });

  test.each([
    ["a stranger's", "crm.internal", false],
    ["another host's", "crm.elsewhere", true],
  ])("it does not go to %s certificate", async (_whose, host, trusted) => {
    const certificate = certificateFor(host);
    if (trusted) trust(certificate);
    const receiver = await startReceiver((response) => response.end(), certificate);
    await expect(sendTo(`https://crm.internal:${receiver.port}`)).resolves.toEqual({
      kind: "retry",
      reason: expect.stringMatching(/^The connection to the receiver failed \([A-Z_]*CERT[A-Z_]*\)\.$/),
    });
    expect(receiver.events).toEqual([]);
  });
});

describe("an address that is not on the public internet", () => {
  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "100.64.1.1",
    "224.0.0.251",
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
  ])("is refused after the name was looked up (%s)", async (address) => {
    const resolve: Resolve = async () => [{ address, family: address.includes(":") ? 6 : 4 }];
    await expect(sendTo("https://hooks.example", { resolve })).resolves.toEqual(PRIVATE);
  });

  test.each([
    "https://127.0.0.1",
    "https://2130706433",
    "https://0x7f.1",
    "https://[::1]",
    "https://[::ffff:7f00:1]",
    "https://192.168.0.1.",
    "https://①②⑦.0.0.1",
  ])("is refused when it is written as %s, and no name is looked up", async (url) => {
    const resolve = vi.fn<Resolve>();
    await expect(sendTo(url, { resolve })).resolves.toEqual(PRIVATE);
    expect(resolve).not.toHaveBeenCalled();
  });

  test("is refused when it is one of several", async () => {
    const resolve: Resolve = async () => [
      { address: "1.1.1.1", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    await expect(sendTo("https://hooks.example", { resolve })).resolves.toEqual(PRIVATE);
  });

  test("is refused by this machine's own resolver, too", async () => {
    const channel = createWebhookChannel({
      urls: ["https://localhost"],
      allowHosts: [],
      secrets: [NEW_SECRET],
      mail: mailSettings(),
      now: Date.now,
    });
    const result = await channel.send(outgoing({ kind: "webhook", target: "https://localhost" }));
    expect(result).toEqual(PRIVATE);
    await channel.close();
  });

  test("is never looked up again: the connection goes to the address that was checked", async () => {
    const receiver = await ok();
    const platform = vi.spyOn(dns, "lookup");
    onTestFinished(() => platform.mockRestore());
    const resolve = vi
      .fn<Resolve>(async () => [{ address: "10.0.0.1", family: 4 }])
      .mockResolvedValueOnce([{ address: "127.0.0.1", family: 4 }]);
    await expect(sendTo(`http://crm.internal:${receiver.port}`, { resolve })).resolves.toEqual({
      kind: "sent",
    });
    expect(resolve.mock.calls).toEqual([["crm.internal"]]);
    expect(platform).not.toHaveBeenCalled();
  });

  test("needs its name allowed, not a part of it", async () => {
    for (const host of ["x.crm.internal", "crm.internal.evil.example", "xcrm.internal"]) {
      await expect(sendTo(`https://${host}`)).resolves.toEqual(PRIVATE);
    }
  });
});

describe("an event is not sent", () => {
  test("over plain HTTP, unless the host is allowed", async () => {
    const receiver = await ok();
    const url = `http://hooks.example:${receiver.port}`;
    await expect(sendTo(url)).resolves.toMatchObject({ kind: "refused" });
    expect(receiver.events).toEqual([]);
  });

  test("to an address that the operator has taken out of the settings", async () => {
    const receiver = await ok();
    const url = `http://crm.internal:${receiver.port}`;
    await expect(sendTo(url, { urls: [] })).resolves.toEqual({
      kind: "refused",
      reason: "This address is not in WEBHOOK_URLS any more.",
    });
    expect(receiver.events).toEqual([]);
  });
});

describe("the receiver's answer", () => {
  const answering = async (status: number, headers: Record<string, string> = {}) => {
    const receiver = await startReceiver((response) =>
      response.writeHead(status, headers).end("dana@ortizhvac.example was not welcome"),
    );
    return { receiver, url: `http://crm.internal:${receiver.port}/` };
  };

  test.each([200, 201, 202, 204, 299])("%i means that it has the event", async (status) => {
    await expect(sendTo((await answering(status)).url)).resolves.toEqual({ kind: "sent" });
  });

  test("410 means that it wants no more", async () => {
    await expect(sendTo((await answering(410)).url)).resolves.toEqual({
      kind: "gone",
      reason: "The receiver wants no more events (410).",
    });
  });

  test.each([400, 401, 404, 408, 422, 500, 502, 504])("%i is tried again", async (status) => {
    await expect(sendTo((await answering(status)).url)).resolves.toEqual({
      kind: "retry",
      reason: `The receiver answered ${status}.`,
    });
  });

  const HOUR = 3_600_000;
  const NOW = Date.parse("2026-11-20T12:00:00Z");
  test.each([
    [429, "120", 120_000],
    [503, "0", 0],
    [503, "Fri, 20 Nov 2026 13:00:00 GMT", HOUR],
    [503, "Fri, 20 Nov 2026 11:00:00 GMT", 0],
    [429, "999999999999", 6 * HOUR],
    [429, "soon", undefined],
    [500, "120", undefined],
  ])("%i with Retry-After %s waits as long, within reason", async (status, retryAfter, retryAfterMs) => {
    const { url } = await answering(status, { "retry-after": retryAfter });
    const reason = `The receiver answered ${status}.`;
    await expect(sendTo(url, { now: () => NOW })).resolves.toEqual(
      retryAfterMs === undefined ? { kind: "retry", reason } : { kind: "retry", reason, retryAfterMs },
    );
  });

  test.each([301, 302, 303, 307, 308])("%i leads nowhere", async (status) => {
    const inner = await ok();
    const location = `http://crm.internal:${inner.port}/inner`;
    const { receiver, url } = await answering(status, { location });
    await expect(sendTo(url)).resolves.toEqual({
      kind: "retry",
      reason: expect.stringMatching(`redirect \\(${status}\\), which is not followed`),
    });
    expect(receiver.events).toHaveLength(1);
    expect(inner.events).toEqual([]);
  });

  test("is not waited for beyond its head: a body that never ends is cut off", async () => {
    const receiver = await startReceiver((response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(64 * 1024)));
      };
      response.on("drain", pour).on("error", () => undefined);
      pour();
    });
    await expect(sendTo(`http://crm.internal:${receiver.port}`)).resolves.toEqual({ kind: "sent" });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  test("is not waited for beyond its head: a body that drips is cut off with the attempt", async () => {
    const receiver = await startReceiver((response) => response.writeHead(200).write("x"));
    const url = `http://crm.internal:${receiver.port}`;
    await expect(sendTo(url, { timeoutMs: 150 })).resolves.toEqual({ kind: "sent" });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });
});

describe("a connection that goes wrong is tried again", () => {
  test("when the receiver never answers", async () => {
    const receiver = await startReceiver(() => undefined);
    const url = `http://crm.internal:${receiver.port}`;
    await expect(sendTo(url, { timeoutMs: 100 })).resolves.toEqual({
      kind: "retry",
      reason: "The receiver took too long.",
    });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  test("when the name takes forever to look up", async () => {
    const resolve: Resolve = () => new Promise(() => undefined);
    await expect(sendTo("https://hooks.example", { resolve, timeoutMs: 50 })).resolves.toEqual({
      kind: "retry",
      reason: "The receiver took too long.",
    });
  });

  test("when the name is not known", async () => {
    const resolve: Resolve = () =>
      Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }));
    await expect(sendTo("https://hooks.example", { resolve })).resolves.toEqual({
      kind: "retry",
      reason: "The connection to the receiver failed (ENOTFOUND).",
    });
  });

  test("when nobody listens", async () => {
    await expect(sendTo("http://crm.internal:1/")).resolves.toEqual({
      kind: "retry",
      reason: "The connection to the receiver failed (ECONNREFUSED).",
    });
  });

  test("when the receiver hangs up without an answer", async () => {
    const receiver = await startReceiver((response) => response.destroy());
    await expect(sendTo(`http://crm.internal:${receiver.port}`)).resolves.toEqual({
      kind: "retry",
      reason: "The connection to the receiver failed (ECONNRESET).",
    });
  });

  test("when the head of the answer is larger than any should be", async () => {
    const receiver = await startReceiver((response) =>
      response.writeHead(200, { "x-large": "x".repeat(64 * 1024) }).end(),
    );
    await expect(sendTo(`http://crm.internal:${receiver.port}`)).resolves.toEqual({
      kind: "retry",
      reason: "The connection to the receiver failed (HPE_HEADER_OVERFLOW).",
    });
  });

  test("when the channel is closed", async () => {
    const receiver = await startReceiver(() => undefined);
    const url = `http://crm.internal:${receiver.port}`;
    const channel = channelTo(url);
    const sending = channel.send(outgoing({ kind: "webhook", target: url }));
    await vi.waitFor(() => expect(receiver.events).toHaveLength(1));
    await channel.close();
    await expect(sending).resolves.toEqual({
      kind: "retry",
      reason: "The attempt was cut off by a shutdown.",
    });
  });
});

/** A receiver's answers, or none, and their effect on the delivery. */
import { expect, test, vi } from "vitest";
import { outgoing } from "../../../tests/fakes/outgoing.ts";
import { startReceiver } from "../../../tests/fakes/receiver.ts";
import { channelTo, ok, sendTo } from "../../../tests/fakes/webhook-sender.ts";
import type { Resolve } from "../../network/checked-host.ts";

const answering = async (status: number, headers: Record<string, string> = {}) => {
  const receiver = await startReceiver((response) =>
    response.writeHead(status, headers).end("dana@ortizhvac.example was not welcome"),
  );
  return { receiver, url: `http://crm.internal:${receiver.port}/` };
};

test.each([200, 201, 202, 204, 299])(
  "the receiver's answer %i means that it has the event",
  async (status) => {
    await expect(sendTo((await answering(status)).url)).resolves.toEqual({ kind: "sent" });
  },
);

test("the receiver's answer 410 means that it wants no more", async () => {
  await expect(sendTo((await answering(410)).url)).resolves.toEqual({
    kind: "gone",
    reason: "The receiver wants no more events (410).",
  });
});

test.each([400, 401, 404, 408, 422, 500, 502, 504])("the receiver's answer %i is retried", async (status) => {
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
])(
  "the receiver's answer %i with Retry-After %s waits as long, within reason",
  async (status, retryAfter, retryAfterMs) => {
    const { url } = await answering(status, { "retry-after": retryAfter });
    const reason = `The receiver answered ${status}.`;
    await expect(sendTo(url, { now: () => NOW })).resolves.toEqual(
      retryAfterMs === undefined ? { kind: "retry", reason } : { kind: "retry", reason, retryAfterMs },
    );
  },
);

test.each([301, 302, 303, 307, 308])("the receiver's answer %i is not followed", async (status) => {
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

test("the receiver's answer is not awaited beyond its head: an endless body is cut off", async () => {
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

test("the receiver's answer is not awaited beyond its head: a slow body is cut off with the attempt", async () => {
  const receiver = await startReceiver((response) => response.writeHead(200).write("x"));
  const url = `http://crm.internal:${receiver.port}`;
  await expect(sendTo(url, { timeoutMs: 150 })).resolves.toEqual({ kind: "sent" });
  await vi.waitFor(() => expect(receiver.open()).toBe(0));
});

test("a failed connection is retried when the receiver never answers", async () => {
  const receiver = await startReceiver(() => undefined);
  const url = `http://crm.internal:${receiver.port}`;
  await expect(sendTo(url, { timeoutMs: 100 })).resolves.toEqual({
    kind: "retry",
    reason: "The receiver took too long.",
  });
  await vi.waitFor(() => expect(receiver.open()).toBe(0));
});

test("a failed connection is retried when the name takes forever to look up", async () => {
  const resolve: Resolve = () => new Promise(() => undefined);
  await expect(sendTo("https://hooks.example", { resolve, timeoutMs: 50 })).resolves.toEqual({
    kind: "retry",
    reason: "The receiver took too long.",
  });
});

test("a failed connection is retried when the name is unknown", async () => {
  const resolve: Resolve = () =>
    Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }));
  await expect(sendTo("https://hooks.example", { resolve })).resolves.toEqual({
    kind: "retry",
    reason: "The connection to the receiver failed (ENOTFOUND).",
  });
});

test("a failed connection is retried when nothing listens", async () => {
  await expect(sendTo("http://crm.internal:1/")).resolves.toEqual({
    kind: "retry",
    reason: "The connection to the receiver failed (ECONNREFUSED).",
  });
});

test("a failed connection is retried when the receiver hangs up without an answer", async () => {
  const receiver = await startReceiver((response) => response.destroy());
  await expect(sendTo(`http://crm.internal:${receiver.port}`)).resolves.toEqual({
    kind: "retry",
    reason: "The connection to the receiver failed (ECONNRESET).",
  });
});

test("a failed connection is retried when the head of the response is larger than any should be", async () => {
  const receiver = await startReceiver((response) =>
    response.writeHead(200, { "x-large": "x".repeat(64 * 1024) }).end(),
  );
  await expect(sendTo(`http://crm.internal:${receiver.port}`)).resolves.toEqual({
    kind: "retry",
    reason: "The connection to the receiver failed (HPE_HEADER_OVERFLOW).",
  });
});

test("a failed connection is retried when the channel is closed", async () => {
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

import { expect, test } from "vitest";
import { startReceiver } from "../../tests/support/receiver.ts";
import { ok, sendTo } from "../../tests/support/webhook-sender.ts";

const answering = async (
  status: number,
  headers: Record<string, string> = {},
) => {
  const receiver = await startReceiver((response) =>
    response
      .writeHead(status, headers)
      .end("dana@ortizhvac.example was not welcome"),
  );
  return { receiver, url: `http://crm.internal:${receiver.port}/` };
};

const retried = (status: number) => ({
  kind: "retry",
  reason: `The receiver answered ${status}.`,
});

test.each([
  ...[200, 204].map((status) => [status, { kind: "sent" }] as const),
  [
    410,
    { kind: "refused", reason: "The receiver wants no more events (410)." },
  ] as const,
  ...[400, 404, 500].map((status) => [status, retried(status)] as const),
])("the receiver's answer %i means %j", async (status, result) => {
  await expect(sendTo((await answering(status)).url)).resolves.toEqual(result);
});

test.each([
  [429, "40", 40_000],
  [503, "40", 40_000],
  [429, "Fri, 20 Nov 2099 12:00:00 GMT", expect.any(Number)],
  [500, "40", undefined],
  [429, "Fri, 20 Nov 2020 12:00:00 GMT", undefined],
])(
  "after %i, a pause is obeyed as asked (%s)",
  async (status, after, pauseMs) => {
    const { url } = await answering(status, { "retry-after": after });
    const result = { pauseMs: undefined, ...(await sendTo(url)) };
    expect(result).toEqual({ ...retried(status), pauseMs });
  },
);

test.each([302, 308])(
  "the receiver's answer %i is not followed",
  async (status) => {
    const inner = await ok();
    const location = `http://crm.internal:${inner.port}/inner`;
    const { receiver, url } = await answering(status, { location });
    const reason = expect.stringContaining(
      `answered ${status}, a redirect, which is not followed`,
    );
    await expect(sendTo(url)).resolves.toEqual({ kind: "retry", reason });
    expect(receiver.events).toHaveLength(1);
    expect(inner.events).toEqual([]);
  },
);

const failed = (code: string) =>
  `The connection to the receiver failed (${code}).`;
const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND"), {
  code: "ENOTFOUND",
});

test.each<[what: string, how: Parameters<typeof sendTo>[1], reason: string]>([
  [
    "a look-up never ends",
    { resolve: () => new Promise(() => {}), timeoutMs: 50 },
    "The receiver took too long.",
  ],
  [
    "the name is unknown",
    { resolve: () => Promise.reject(unknown) },
    failed("ENOTFOUND"),
  ],
  ["nothing listens", {}, failed("ECONNREFUSED")],
])("a failed connection is retried when %s", async (_what, how, reason) => {
  const url = how?.resolve ? "https://hooks.example" : "http://crm.internal:1/";
  await expect(sendTo(url, how)).resolves.toEqual({ kind: "retry", reason });
});

test("a connection whose receiver never answers is closed, and retried", async () => {
  const receiver = await startReceiver(() => undefined);
  const url = `http://crm.internal:${receiver.port}`;
  const reason = "The receiver took too long.";
  const result = await sendTo(url, { timeoutMs: 100 });
  expect(result).toEqual({ kind: "retry", reason });
  await expect.poll(() => receiver.openConnections()).toBe(0);
});

import { expect, test, vi } from "vitest";
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
  return { url: `http://crm.internal:${receiver.port}/` };
};

const ANSWERS = `200
204
302
308
400
404
410
500
429 after 40
503 after 40
500 after 40
429 after 1.5
429 after Fri, 20 Nov 2026 12:01:00 GMT
429 after Friday, 20-Nov-26 12:01:00 GMT
429 after Fri Nov 20 12:01:00 2026
429 after Fri, 20 Nov 2020 12:00:00 GMT
429 after soon`;

test("a receiver's answer ends the attempts, or the next one waits as long as it asks", async () => {
  vi.stubEnv("TZ", "Asia/Tokyo");
  const said: string[] = [];
  const now = () => Date.parse("2026-11-20T12:00:00Z");
  for (const answer of ANSWERS.split("\n")) {
    const [status, after] = answer.split(" after ");
    const headers = { ...(after && { "retry-after": after }) };
    const { url } = await answering(Number(status), headers);
    const result = await sendTo(url, { now });
    said.push(`${answer}\n  ${JSON.stringify(result)}`);
  }
  await expect(said.join("\n")).toMatchFileSnapshot("webhook-answers.said.txt");
});

test("a redirect is not followed", async () => {
  const inner = await ok();
  const location = `http://crm.internal:${inner.port}/inner`;
  const { url } = await answering(308, { location });
  expect(await sendTo(url)).toMatchObject({ kind: "retry" });
  expect(inner.events).toEqual([]);
});

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

/** Allowed addresses of webhooks: over TLS, on the public internet, or named by the operator. */
import dns from "node:dns";
import { expect, onTestFinished, test, vi } from "vitest";
import { certificateFor } from "../../tests/support/certificate.ts";
import { trust } from "../../tests/support/trust.ts";
import { mailSettings, outgoing } from "../../tests/support/outgoing.ts";
import { startReceiver } from "../../tests/support/receiver.ts";
import { NEW_SECRET, ok, sendTo } from "../../tests/support/webhook-sender.ts";
import { createWebhookChannel } from "./webhook-channel.ts";
import type { Resolve } from "../settings/checked-host.ts";

const PRIVATE = { kind: "refused", reason: expect.stringContaining("not on the public internet") };

test("over TLS an event goes to a trusted certificate, whatever its address", async () => {
  const certificate = certificateFor("crm.internal");
  trust(certificate);
  const receiver = await startReceiver((response) => response.end("thanks"), certificate);
  await expect(sendTo(`https://crm.internal:${receiver.port}`)).resolves.toEqual({ kind: "sent" });
});

test.each([
  ["a stranger's", "crm.internal", false],
  ["another host's", "crm.elsewhere", true],
])("over TLS it does not go to %s certificate", async (_whose, host, trusted) => {
  const certificate = certificateFor(host);
  if (trusted) trust(certificate);
  const receiver = await startReceiver((response) => response.end(), certificate);
  await expect(sendTo(`https://crm.internal:${receiver.port}`)).resolves.toEqual({
    kind: "retry",
    reason: expect.stringMatching(/^The connection to the receiver failed \([A-Z_]*CERT[A-Z_]*\)\.$/),
  });
  expect(receiver.events).toEqual([]);
});

test.each(["169.254.169.254", "fd00::1"])(
  "a private address is refused after the look-up, even one of several (%s)",
  async (address) => {
    const found = { address, family: address.includes(":") ? 6 : 4 };
    for (const all of [[found], [{ address: "1.1.1.1", family: 4 }, found]])
      await expect(sendTo("https://hooks.example", { resolve: async () => all })).resolves.toEqual(PRIVATE);
  },
);

test.each([
  "https://127.0.0.1",
  "https://2130706433",
  "https://0x7f.1",
  "https://[::1]",
  "https://[::ffff:7f00:1]",
  "https://192.168.0.1.",
  "https://①②⑦.0.0.1",
])("a private address is refused without a look-up when written as %s", async (url) => {
  const resolve = vi.fn<Resolve>();
  await expect(sendTo(url, { resolve })).resolves.toEqual(PRIVATE);
  expect(resolve).not.toHaveBeenCalled();
});

test("an address that is not on the public internet is refused by this machine's own resolver, too", async () => {
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

test("an address that is not on the public internet is never looked up again: the connection goes to the address that was checked", async () => {
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

test("an address that is not on the public internet needs its whole name allowed, not a part of it", async () => {
  for (const host of ["x.crm.internal", "crm.internal.evil.example", "xcrm.internal"])
    await expect(sendTo(`https://${host}`)).resolves.toEqual(PRIVATE);
});

test("an event is not sent over plain HTTP, unless the host is allowed", async () => {
  const receiver = await ok();
  const url = `http://hooks.example:${receiver.port}`;
  await expect(sendTo(url)).resolves.toMatchObject({ kind: "refused" });
  expect(receiver.events).toEqual([]);
});

test("an event is not sent to an address that the operator has removed from the settings", async () => {
  const receiver = await ok();
  const url = `http://crm.internal:${receiver.port}`;
  await expect(sendTo(url, { urls: [] })).resolves.toEqual({
    kind: "refused",
    reason: "This address is not in WEBHOOK_URLS any more.",
  });
  expect(receiver.events).toEqual([]);
});

import dns from "node:dns";
import { expect, test, vi } from "vitest";
import { certificateFor } from "../../tests/support/certificate.ts";
import { startReceiver } from "../../tests/support/receiver.ts";
import { trust } from "../../tests/support/trust.ts";
import { ok, sendTo } from "../../tests/support/webhook-sender.ts";
import type { Resolve } from "../settings/checked-host.ts";

const PRIVATE = {
  kind: "refused",
  reason: expect.stringContaining("not on the public internet"),
};

test("over TLS an event goes to an allowed private host whose certificate is trusted", async () => {
  const certificate = certificateFor("crm.internal");
  trust(certificate);
  const receiver = await startReceiver(
    (response) => response.end("thanks"),
    certificate,
  );
  expect(await sendTo(`https://crm.internal:${receiver.port}`)).toEqual({
    kind: "sent",
  });
});

test.each([
  ["a stranger's", "crm.internal", false],
  ["another host's", "crm.elsewhere", true],
])(
  "over TLS an event does not go to a server with %s certificate",
  async (_whose, host, trusted) => {
    const certificate = certificateFor(host);
    if (trusted) trust(certificate);
    const receiver = await startReceiver(
      (response) => response.end(),
      certificate,
    );
    const reason = expect.stringMatching(
      "^The connection to the receiver failed \\([A-Z_]*CERT[A-Z_]*\\)\\.$",
    );
    expect(await sendTo(`https://crm.internal:${receiver.port}`)).toEqual({
      kind: "retry",
      reason,
    });
    expect(receiver.events).toEqual([]);
  },
);

test.each(["169.254.169.254", "fd00::1"])(
  "the private address %s is refused after the look-up, also beside a public address",
  async (address) => {
    const found = { address, family: address.includes(":") ? 6 : 4 };
    for (const all of [[found], [{ address: "1.1.1.1", family: 4 }, found]])
      expect(
        await sendTo("https://hooks.example", { resolve: async () => all }),
      ).toEqual(PRIVATE);
  },
);

const WRITTEN = "127.0.0.1 0x7f.1 [::1] [::ffff:7f00:1] 192.168.0.1. ①②⑦.0.0.1";

test.each(WRITTEN.split(" "))(
  "a private address is refused without a look-up when written as %s",
  async (host) => {
    const resolve = vi.fn<Resolve>();
    expect(await sendTo(`https://${host}`, { resolve })).toEqual(PRIVATE);
    expect(resolve).not.toHaveBeenCalled();
  },
);

test("the connection goes to the address that was checked, which is not looked up again", async () => {
  const receiver = await ok();
  const platform = vi.spyOn(dns, "lookup");
  const resolve = vi
    .fn<Resolve>(async () => [{ address: "10.0.0.1", family: 4 }])
    .mockResolvedValueOnce([{ address: "127.0.0.1", family: 4 }]);
  const url = `http://crm.internal:${receiver.port}`;
  expect(await sendTo(url, { resolve })).toEqual({ kind: "sent" });
  expect(resolve.mock.calls).toEqual([["crm.internal"]]);
  expect(platform).not.toHaveBeenCalled();
});

test.each([
  [
    "over plain HTTP to a host that is no longer allowed",
    "hooks.example",
    undefined,
  ],
  ["to an address with a password", "a:b@crm.internal", undefined],
  ["to an address that was removed from the settings", "crm.internal", []],
])("an event is not sent %s", async (_what, host, urls) => {
  const receiver = await ok();
  const url = `http://${host}:${receiver.port}`;
  const refused = {
    kind: "refused",
    reason: "This address is not in WEBHOOK_URLS any more.",
  };
  expect(await sendTo(url, { urls: urls ?? [url] })).toEqual(refused);
  expect(receiver.events).toEqual([]);
});

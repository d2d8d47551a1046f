import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { MANIFEST } from "../../tests/support/build.ts";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { MAILED_AT, outgoing } from "../../tests/support/outgoing.ts";
import { startReceiver } from "../../tests/support/receiver.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { readEnv, type EnvSource } from "../settings/env.ts";
import { LEASE_MS } from "./outbox.ts";
import { channelSettings } from "./settings.ts";
import { openChannels } from "./channels.ts";

const secrets = {
  linkSecret: "a link secret of the tests",
  webhookSecrets: [`whsec_${Buffer.alloc(24, "s").toString("base64")}`],
};

const settingsOf = (source: EnvSource) =>
  channelSettings(readEnv(source), MANIFEST, secrets, () => MAILED_AT);

function channelsOf(source: EnvSource) {
  const channels = openChannels(settingsOf(source), () => Promise.resolve(["owner@agency.example"]));
  onTestFinished(() => channels.close());
  return channels;
}

test("each delivery uses the channel of its kind", async () => {
  const mailServer = await startMailServer("none");
  const receiver = await startReceiver((response) => response.end());
  const url = `http://localhost:${receiver.port}/`;
  const folder = temporaryFolder();
  const channels = channelsOf({
    DATA_DIR: folder,
    SMTP_URL: `smtp://localhost:${mailServer.settings.port}`,
    MAIL_FROM: "desk@mail.agency.example",
    NOTIFY_EMAIL: "owner@agency.example",
    WEBHOOK_URLS: url,
    WEBHOOK_ALLOW_HOSTS: "localhost",
    TIME_ZONE: "Asia/Tokyo",
  });
  for (const kind of ["confirmation", "notification", "webhook"] as const)
    expect(await channels.send(outgoing({ kind, target: kind === "webhook" ? url : "" }))).toEqual({
      kind: "sent",
    });
  expect(mailServer.mails).toMatchObject([
    { from: "desk@mail.agency.example", to: ["dana@ortizhvac.example"] },
    { parsed: { from: { name: "Nightshift" } }, to: ["owner@agency.example"] },
  ]);
  expect(mailServer.mails[0]?.parsed.text).toContain("9:00 PM GMT+9");
  expect(receiver.events).toMatchObject([{ path: "/" }]);
  expect(existsSync(join(folder, "mail"))).toBe(false);
});

test("without settings mails come from the site's address, and are files in the data folder", async () => {
  const folder = temporaryFolder();
  const channels = channelsOf({ DATA_DIR: folder });
  await expect(channels.send(outgoing({ kind: "notification" }))).resolves.toEqual({ kind: "written" });
  expect(readdirSync(join(folder, "mail"))).toEqual([`${outgoing().id}.notification.html`]);
  const settings = settingsOf({ DATA_DIR: folder });
  expect(settings.mail).toMatchObject({
    from: { name: "Nightshift", address: "hello@agency.example" },
    notify: ["hello@agency.example"],
    timeZone: "America/New_York",
  });
});

test("an attempt of each channel ends well within its lease, however long the receiver takes", async () => {
  const limits: number[] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort();
  });
  onTestFinished(() => timeout.mockRestore());
  const url = "https://hooks.example/";
  const channels = channelsOf({ SMTP_URL: "smtp://mail.example", WEBHOOK_URLS: url });
  for (const delivery of [outgoing(), outgoing({ kind: "webhook", target: url })])
    expect(await channels.send(delivery)).toMatchObject({ reason: expect.stringContaining("took too long") });
  expect(limits).toHaveLength(2);
  for (const ms of limits) expect(ms).toBeLessThan(LEASE_MS / 2);
});

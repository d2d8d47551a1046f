import { expect, onTestFinished, test, vi } from "vitest";
import { MINUTE_MS } from "../../contract/durations.ts";
import { MANIFEST } from "../../tests/support/build.ts";
import { MAILED_AT, outgoing } from "../../tests/support/outgoing.ts";
import { calendarSettings } from "../calls/calendars/calendars.ts";
import { writeLetter, chatLetter } from "../calls/letters.ts";
import { readEnv, type EnvSource } from "../settings/env.ts";
import { sendMail } from "./mail/compose.ts";
import { openTransport } from "./mail/smtp-transport.ts";
import { LEASE_MS } from "./outbox.ts";
import { channelSettings } from "./settings.ts";
import { createWebhookChannel } from "./webhook-channel.ts";

const secrets = {
  linkSecret: "a link secret of the tests",
  webhookSecrets: [`whsec_${Buffer.alloc(24, "s").toString("base64")}`],
};

const settingsOf = (source: EnvSource) =>
  channelSettings(readEnv(source), MANIFEST, secrets, () => MAILED_AT);

const WORDS = /^(?:content|colors|form|locale|messages|outcomes|schedulePage)$/;

test("mail, webhooks and calendars have each setting of the environment and of the site", async () => {
  const usual = { DATA_DIR: "/srv" };
  const set = {
    ...usual,
    MAIL_FROM: "Ana Ortiz <a@agency.example>",
    SMTP_URL: "smtp://mail.example",
    WEBHOOK_URLS: "http://crm.internal",
    WEBHOOK_ALLOW_HOSTS: "crm.internal",
    CALENDAR_URLS: "https://calendar.example/a.ics",
    NOTIFY_EMAIL: "ben@agency.example",
    TIME_ZONE: "Asia/Tokyo",
  };
  const unready = { ...MANIFEST, unconfigured: ["siteUrl"] as const };
  const settings = [
    settingsOf(usual),
    settingsOf(set),
    channelSettings(readEnv(usual), unready, secrets),
    calendarSettings(readEnv(set), MANIFEST),
  ];
  const said = JSON.stringify(
    settings,
    (name, value) => (WORDS.test(name) ? undefined : value),
    1,
  );
  await expect(said).toMatchFileSnapshot("channels.said.txt");
});

test("an attempt of each channel ends, however long the receiver takes", async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort();
  });
  const url = "https://hooks.example/";
  const { mail, webhook, ...where } = settingsOf({
    SMTP_URL: "smtp://mail.example",
    WEBHOOK_URLS: url,
  });
  const transport = openTransport(where);
  onTestFinished(() => transport.close());
  const tooLong = { reason: expect.stringContaining("took too long") };
  expect(
    await sendMail(outgoing(), mail, transport, writeLetter),
  ).toMatchObject(tooLong);
  const webhooks = createWebhookChannel({ ...webhook, mail, chatLetter });
  expect(
    await webhooks.send(outgoing({ kind: "webhook", target: url })),
  ).toMatchObject(tooLong);
  const [mailMs, webhookMs] = limits;
  // A mail keeps its lease each minute; a webhook must end well within it.
  expect(mailMs).toBe(30 * MINUTE_MS);
  expect(webhookMs).toBeLessThan(LEASE_MS / 2);
});

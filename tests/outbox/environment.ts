/** Variables of a process that sends to servers of the test. */
import { KEYS, newHome, type Home } from "../support/process.ts";
import type { MailServer } from "../support/mail-server.ts";
import type { Receiver } from "../support/receiver.ts";
import { zoneOfNoon } from "../support/zone-of-noon.ts";

export function environment(receiver?: Receiver): Home {
  const webhooks = receiver && {
    WEBHOOK_URLS: `http://localhost:${receiver.port}/hook`,
    WEBHOOK_ALLOW_HOSTS: "localhost",
  };
  return newHome({ ...KEYS, ...webhooks, TIME_ZONE: zoneOfNoon() });
}

export function through(mailServer: MailServer): { SMTP_URL: string } {
  return { SMTP_URL: `smtp://localhost:${mailServer.settings.port}?tls=none` };
}

export function messageId(raw: string): string {
  return /^message-id: <([^@>]+)@/im.exec(raw)?.[1] ?? "";
}

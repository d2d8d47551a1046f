import { KEYS, newHome, type Home } from "../support/process.ts";
import type { MailServer } from "../support/mail-server.ts";
import type { Receiver } from "../support/receiver.ts";

export function environment(receiver?: Receiver): Home {
  const webhooks = receiver && {
    WEBHOOK_URLS: `http://localhost:${receiver.port}/hook`,
    WEBHOOK_ALLOW_HOSTS: "localhost",
  };
  return newHome({ ...KEYS, ...webhooks, TIME_ZONE: zoneWhereItIsNoon() });
}

export function smtpVariable(mailServer: MailServer): { SMTP_URL: string } {
  return { SMTP_URL: `smtp://localhost:${mailServer.settings.port}?tls=none` };
}

export function messageId(raw: string): string {
  return /^message-id: <([^@>]+)@/im.exec(raw)?.[1] ?? "";
}

/** Mails to the agency wait for the morning, so tests run in a zone where it is about noon. */
function zoneWhereItIsNoon(): string {
  const hours = new Date().getUTCHours() - 12;
  return `Etc/GMT${hours < 0 ? "" : "+"}${hours}`;
}

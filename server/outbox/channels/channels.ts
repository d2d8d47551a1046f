/** All channels as one: each delivery takes the one that its kind needs. */
import type { MailSettings } from "./mail/letter.ts";
import type { Channel } from "../channel.ts";
import { createMailChannel } from "./mail-channel.ts";
import { createCalendarMail } from "./mail/calendar-mail.ts";
import { createMailFolder } from "./mail/mail-folder.ts";
import { createSmtpTransport } from "./mail/smtp-transport.ts";
import type { SmtpServer } from "../../configuration/mail-server.ts";
import { createSuspectedMail } from "./mail/suspected-mail.ts";
import { createWebhookChannel, type WebhookChannel, type WebhookSettings } from "./webhook-channel.ts";

export interface ChannelSettings {
  mail: MailSettings;
  /** Undefined: mails are written to `mailFolder`. */
  smtp: SmtpServer | undefined;
  mailFolder: string;
  /** Who may open the inbox. */
  team: readonly string[];
  webhook: Omit<WebhookSettings, "mail">;
}

export interface Channels extends Channel {
  webhook: WebhookChannel;
  sendSuspected: ReturnType<typeof createSuspectedMail>;
  sendCalendars: ReturnType<typeof createCalendarMail>;
}

export function openTransport({ smtp, mailFolder }: Pick<ChannelSettings, "smtp" | "mailFolder">) {
  return smtp ? createSmtpTransport(smtp) : createMailFolder(mailFolder);
}

export function openChannels({ mail, smtp, mailFolder, team, webhook }: ChannelSettings): Channels {
  const transport = openTransport({ smtp, mailFolder });
  const mails = createMailChannel(mail, transport);
  const webhooks = createWebhookChannel({ ...webhook, mail });
  return {
    webhook: webhooks,
    sendSuspected: createSuspectedMail(mail, team, transport),
    sendCalendars: createCalendarMail(mail, team, transport),
    send: (outgoing) => (outgoing.kind === "webhook" ? webhooks : mails).send(outgoing),
    async close() {
      await Promise.all([mails.close(), webhooks.close()]);
    },
  };
}

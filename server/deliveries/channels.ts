/** All channels as one: mail, with a confirmation to the visitor and all else to the agency and webhooks. */
import { channelOf, type Outgoing } from "../../contract/delivery.ts";
import type { ChannelSettings, MailSettings } from "./settings.ts";
import type { Channel } from "./outbox.ts";
import { createTeamMails } from "./mail/team-mails.ts";
import { createMailFolder } from "./mail/mail-folder.ts";
import { createSmtpTransport } from "./mail/smtp-transport.ts";
import { createWebhookChannel } from "./webhook-channel.ts";
import { compose, type MailTransport } from "./mail/compose.ts";

export function openTransport({ smtp, mailFolder }: Pick<ChannelSettings, "smtp" | "mailFolder">) {
  return smtp ? createSmtpTransport(smtp) : createMailFolder(mailFolder);
}

/** @param team the addresses that get all mails to the team */
export function openChannels(
  { mail, smtp, mailFolder, webhook }: ChannelSettings,
  team: () => Promise<readonly string[]>,
) {
  const transport = openTransport({ smtp, mailFolder });
  const mails = createMailChannel(mail, transport);
  const webhooks = createWebhookChannel({ ...webhook, mail });
  const byName = { mail: mails, webhook: webhooks };
  return {
    webhook: webhooks,
    ...createTeamMails(mail, team, transport),
    send: (outgoing: Outgoing) => byName[channelOf(outgoing.kind)].send(outgoing),
    async close() {
      await Promise.all(Object.values(byName).map((channel) => channel.close()));
    },
  };
}

/** @param transport how the mails leave; closed with the channel. */
export function createMailChannel(settings: MailSettings, transport: MailTransport): Channel {
  return {
    async send(outgoing) {
      const message = compose(outgoing, settings);
      if (!message) return { kind: "refused", reason: "The lead has no address that can be written to." };
      return transport.deliver(message, `${outgoing.id}.${outgoing.kind}`);
    },
    close: () => transport.close(),
  };
}

/** All channels as one: mail, with a confirmation to the visitor and all else to the agency, webhooks, the agency's calendar, and texts. */
import { channelOf } from "../../../contract/delivery.ts";
import type { ChannelSettings, MailSettings } from "./settings.ts";
import type { Channel, SendResult } from "../outbox.ts";
import { createTeamMails } from "./mail/team-mails.ts";
import { createMailFolder } from "./mail/mail-folder.ts";
import { createSmtpTransport } from "./mail/smtp-transport.ts";
import { createCaldavChannel } from "./caldav-channel.ts";
import { createTextChannel } from "./text-channel.ts";
import { createWebhookChannel, type WebhookChannel } from "./webhook-channel.ts";
import { compose, type MailTransport } from "./mail/compose.ts";

export interface Channels extends Channel, ReturnType<typeof createTeamMails> {
  webhook: WebhookChannel;
}

export function openTransport({ smtp, mailFolder }: Pick<ChannelSettings, "smtp" | "mailFolder">) {
  return smtp ? createSmtpTransport(smtp) : createMailFolder(mailFolder);
}

/** @param team the addresses that mails to the team go to */
export function openChannels(
  { mail, smtp, mailFolder, webhook, caldav, text }: ChannelSettings,
  team: () => Promise<readonly string[]>,
): Channels {
  const transport = openTransport({ smtp, mailFolder });
  const mails = createMailChannel(mail, transport);
  const webhooks = createWebhookChannel({ ...webhook, mail });
  const byName = {
    mail: mails,
    webhook: webhooks,
    calendar: createCaldavChannel({ ...caldav, mail }),
    text: createTextChannel({ ...text, mail }),
  };
  return {
    webhook: webhooks,
    ...createTeamMails(mail, team, transport),
    send: (outgoing) => byName[channelOf(outgoing.kind)].send(outgoing),
    async close() {
      await Promise.all(Object.values(byName).map((channel) => channel.close()));
    },
  };
}

/** Ids name files and stand in headers. */
const SAFE_ID = /^[\w-]{1,64}$/;

/** The result of a delivery of several mails: what can still arrive is tried again, and what cannot is told. */
function together(results: readonly SendResult[]): SendResult {
  const [first] = results;
  if (!first) return { kind: "refused", reason: "The lead has no address that can be written to." };
  const waiting = results.find(({ kind }) => kind === "retry");
  const failed = results.filter(({ kind }) => kind !== "sent" && kind !== "written");
  const [failure] = failed;
  if (waiting || results.length === 1) return waiting ?? first;
  if (!failure || failed.length === results.length) return first;
  return {
    kind: "sent",
    reason: `Not to ${failed.length} of ${results.length} addresses: ${failure.reason}`,
  };
}

/** @param transport how the mails leave; closed with the channel. */
export function createMailChannel(settings: MailSettings, transport: MailTransport): Channel {
  /** Parts of a delivery that a server took while others have to be tried again, so nobody gets one twice. */
  const arrived = new Map<string, Set<number>>();
  return {
    async send(outgoing) {
      if (!SAFE_ID.test(outgoing.id)) throw new Error("A delivery has an id that no header can hold.");
      const { id, kind } = outgoing;
      const messages = compose(outgoing, settings);
      const done = arrived.getOrInsertComputed(id, () => new Set<number>());
      const results = await Promise.all(
        messages.map(async (message, part): Promise<SendResult> => {
          if (done.has(part)) return { kind: "sent" };
          const result = await transport.deliver(message, [id, kind, ...(part > 0 ? [part] : [])].join("."));
          if (result.kind === "sent" || result.kind === "written") done.add(part);
          return result;
        }),
      );
      const result = together(results);
      if (result.kind !== "retry") arrived.delete(id);
      return result;
    },
    close: () => transport.close(),
  };
}

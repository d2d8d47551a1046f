import type { MailTransport } from "../deliveries/mail/compose.ts";
import { openTransport } from "../deliveries/mail/smtp-transport.ts";
import type { ChannelSettings } from "../deliveries/settings.ts";

export type MailTransports = ReturnType<typeof createMailTransports>;

/**
 * The mail connections of a process. They stay open when
 * the words of the site change, so that no mail is cut off.
 */
export function createMailTransports() {
  let transport: MailTransport | undefined;
  return {
    of: (channels: ChannelSettings) => (transport ??= openTransport(channels)),
    close: async () => transport?.close(),
  };
}

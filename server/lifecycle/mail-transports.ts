import type { ChannelSettings } from "../deliveries/settings.ts";
import type { MailTransport } from "../deliveries/mail/compose.ts";
import { openTransport } from "../deliveries/mail/smtp-transport.ts";

export type MailTransports = ReturnType<typeof createMailTransports>;

/**
 * The mail connections of a process. They stay open when the words of the site
 * change, so that no mail is cut off. A changed address of the site, which mail
 * servers are greeted with, opens others.
 */
export function createMailTransports() {
  const transports = new Map<string, MailTransport>();
  return {
    of: (channels: ChannelSettings) =>
      transports.getOrInsertComputed(`${channels.smtp?.greeting}`, () =>
        openTransport(channels),
      ),
    close: async () => {
      await Promise.all(
        [...transports.values()].map((transport) => transport.close()),
      );
    },
  };
}

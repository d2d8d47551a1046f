/** Deliveries as mail: to the visitor a confirmation, to the agency everything else. */
import type { MailSettings } from "./mail/letter.ts";
import type { Channel } from "../channel.ts";
import { compose } from "./mail/compose.ts";
import type { MailTransport } from "./mail/mail-transport.ts";

/** Ids name files and stand in headers. */
const SAFE_ID = /^[\w-]{1,64}$/;

/** @param transport how the mails leave; closed with the channel. */
export function createMailChannel(settings: MailSettings, transport: MailTransport): Channel {
  return {
    async send(outgoing) {
      if (!SAFE_ID.test(outgoing.id)) throw new Error("A delivery has an id that no header can hold.");
      const message = compose(outgoing, settings);
      if (!message) return { kind: "refused", reason: "The lead has no address that can be written to." };
      return transport.deliver(message, `${outgoing.id}.${outgoing.kind}`);
    },
    close: () => transport.close(),
  };
}

/** To one of the team: the link that opens the inbox, once. It is sent at once and not tried again; who waits asks anew. */
import { fillIn } from "../../../../contract/mail.ts";
import type { SendResult } from "../../channel.ts";
import { linkUrl } from "../../links/signed-links.ts";
import { toMessage } from "./compose.ts";
import type { Letter, MailSettings } from "./letter.ts";
import type { MailTransport } from "./mail-transport.ts";

/** @returns what mails the link of a token to an address; `id` names the mail. */
export function createSignInMail(settings: MailSettings, transport: MailTransport) {
  const { words, site } = settings;
  const { subject, text, link, mistake } = words.signIn;
  const values = { brand: site.brandName };
  return (to: string, id: string, token: string): Promise<SendResult> => {
    const letter: Letter = {
      subject: fillIn(subject, values),
      body: [
        { kind: "paragraph", text: fillIn(text, values) },
        { kind: "links", links: [{ label: link, url: linkUrl(site.siteUrl, "inbox", token) }] },
        { kind: "paragraph", text: mistake },
      ],
    };
    return transport.deliver(toMessage({ id, to: [to], letter }, settings), `${id}.sign-in`);
  };
}

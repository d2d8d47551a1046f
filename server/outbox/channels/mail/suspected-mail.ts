/** To the team: how many leads are suspected of being spam, and where they are. Nothing of a lead stands in it. */
import { INBOX } from "../../../../contract/inbox.ts";
import { fillIn } from "../../../../contract/mail.ts";
import type { SendResult } from "../../channel.ts";
import { toMessage } from "./compose.ts";
import type { MailSettings } from "./letter.ts";
import type { MailTransport } from "./mail-transport.ts";

/** @returns what mails it; `id` names the mail. */
export function createSuspectedMail(
  settings: MailSettings,
  team: readonly string[],
  transport: MailTransport,
) {
  const { words, site } = settings;
  return (id: string, suspected: number): Promise<SendResult> => {
    const values = { brand: site.brandName, count: String(suspected) };
    const url = new URL(`${INBOX.path}?filter=suspected`, site.siteUrl).href;
    const letter = {
      subject: fillIn(words.suspected.subject, values),
      body: [
        { kind: "paragraph" as const, text: fillIn(words.suspected.text, values) },
        { kind: "links" as const, links: [{ label: words.suspected.link, url }] },
      ],
    };
    return transport.deliver(toMessage({ id, to: team, letter }, settings), id);
  };
}

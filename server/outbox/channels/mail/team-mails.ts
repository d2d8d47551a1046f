/** Mails to the team that belong to no lead. Each is sent at once; the caller tries again, under the same id. */
import { fillIn } from "../../../../contract/mail.ts";
import type { SendResult } from "../../channel.ts";
import { toMessage, type MailTransport } from "./compose.ts";
import type { MailSettings, Letter } from "./letter.ts";
import { INBOX } from "../../../../contract/inbox.ts";
import { linkUrl } from "../../links/signed-links.ts";
import { shortTime } from "./text.ts";

/** Names calendars that cannot be read by their places, since their addresses are secret. */
export function createCalendarMail(
  settings: MailSettings,
  team: readonly string[],
  transport: MailTransport,
) {
  const { content, site } = settings;
  return (id: string, numbers: readonly number[]): Promise<SendResult> => {
    const values = { brand: site.brandName, numbers: numbers.join(", ") };
    const letter: Letter = {
      subject: fillIn(content.calendars.subject, values),
      body: [{ kind: "paragraph", text: fillIn(content.calendars.text, values) }],
    };
    return transport.deliver(toMessage({ id, to: team, letter }, settings), id);
  };
}

/** Says how many leads are suspected of being spam, and where they are; nothing of a lead. */
export function createSuspectedMail(
  settings: MailSettings,
  team: readonly string[],
  transport: MailTransport,
) {
  const { content, site } = settings;
  return (id: string, suspected: number): Promise<SendResult> => {
    const values = { brand: site.brandName, count: String(suspected) };
    const url = new URL(`${INBOX.path}?filter=suspected`, site.siteUrl).href;
    const letter: Letter = {
      subject: fillIn(content.suspected.subject, values),
      body: [
        { kind: "paragraph", text: fillIn(content.suspected.text, values) },
        { kind: "links", links: [{ label: content.suspected.link, url }] },
      ],
    };
    return transport.deliver(toMessage({ id, to: team, letter }, settings), id);
  };
}

/** Mails one of the team a link that opens the inbox once, with who asked. It is never tried again. */
export function createSignInMail(settings: MailSettings, transport: MailTransport) {
  const { content, site, timeZone, now } = settings;
  const { subject, text, link, mistake, labels } = content.signIn;
  const values = { brand: site.brandName };
  return (to: string, id: string, token: string, from: string): Promise<SendResult> => {
    const request = [
      { label: labels.email, value: to },
      { label: labels.at, value: shortTime(new Date(now()).toISOString(), timeZone) },
      ...(from === "" ? [] : [{ label: labels.from, value: from }]),
    ];
    const letter: Letter = {
      subject: fillIn(subject, values),
      body: [
        { kind: "paragraph", text: fillIn(text, values) },
        { kind: "links", links: [{ label: link, url: linkUrl(site.siteUrl, "inbox", token) }] },
        { kind: "fields", fields: request },
        { kind: "paragraph", look: "small", text: mistake },
      ],
    };
    return transport.deliver(toMessage({ id, to: [to], letter }, settings), `${id}.sign-in`);
  };
}

/** Mails to the team that belong to no lead. Each is sent at once; the caller tries again, under the same id. */
import { fillIn } from "../../../../contract/mail.ts";
import type { SendResult } from "../../channel.ts";
import type { Body } from "./body.ts";
import { toMessage, type MailTransport } from "./compose.ts";
import type { MailSettings, Letter } from "./letter.ts";
import { INBOX } from "../../../../contract/inbox.ts";
import { linkUrl } from "../../links/signed-links.ts";
import { shortTime } from "./text.ts";

export function createTeamMails(settings: MailSettings, team: readonly string[], transport: MailTransport) {
  const { calendars, suspected } = settings.content;
  const { brandName: brand, siteUrl } = settings.site;

  function send(
    id: string,
    said: Record<"subject" | "text", string>,
    about: Record<string, string>,
    links: Body = [],
  ) {
    const values = { brand, ...about };
    const body: Body = [{ kind: "paragraph", text: fillIn(said.text, values) }, ...links];
    const letter: Letter = { subject: fillIn(said.subject, values), body };
    return transport.deliver(toMessage({ id, to: team, letter }, settings), id);
  }

  return {
    /** Names calendars that cannot be read by their places, since their addresses are secret. */
    sendCalendars: (id: string, numbers: readonly number[]) =>
      send(id, calendars, { numbers: numbers.join(", ") }),

    /** Says how many leads are suspected of being spam, and where they are; nothing of a lead. */
    sendSuspected: (id: string, count: number) => {
      const url = new URL(`${INBOX.path}?filter=suspected`, siteUrl).href;
      const links = [{ kind: "links" as const, links: [{ label: suspected.link, url }] }];
      return send(id, suspected, { count: String(count) }, links);
    },
  };
}

/** Mails a member of the team a link that opens the inbox once, and the browser that asked. It is never retried. */
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

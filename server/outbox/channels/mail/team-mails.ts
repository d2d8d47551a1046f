/** Mails to the team that belong to no lead. Each is sent at once; the caller tries again, under the same id. */
import { fillIn } from "../../../../contract/mail.ts";
import type { SendResult } from "../../outbox.ts";
import type { MailSettings } from "../settings.ts";
import { fields, links, paragraph, type Body } from "./body.ts";
import { toMessage, type MailTransport } from "./compose.ts";
import { INBOX, linkPath } from "../../../../contract/routes.ts";
import { shortTime } from "./text.ts";

export function createTeamMails(settings: MailSettings, team: readonly string[], transport: MailTransport) {
  const { calendars, failed, skippedEvents: skipped, suspected } = settings.content;
  const { brandName: brand, siteUrl } = settings.site;

  function send(
    id: string,
    said: Record<"subject" | "text", string>,
    about: Record<string, string>,
    more: Body = [],
  ) {
    const values = { brand, ...about };
    const body = [paragraph(fillIn(said.text, values)), ...more];
    const letter = { subject: fillIn(said.subject, values), body };
    return transport.deliver(toMessage({ id, to: team, letter }, settings), id);
  }

  return {
    /** Names calendars that cannot be read by their places, since their addresses are secret. */
    sendCalendars: (id: string, numbers: readonly number[]) =>
      send(id, calendars, { numbers: numbers.join(", ") }),

    /** Names events by the places of their calendars and by their dates: titles never leave a calendar. */
    sendSkippedEvents: (id: string, skipping: readonly { number: number; dates: readonly string[] }[]) => {
      const events = skipping.map(({ number, dates }) =>
        fillIn(skipped.of, { number: String(number), dates: dates.join(", ") }),
      );
      return send(id, skipped, { events: events.join("; ") });
    },

    /** Says which service of this server failed. */
    sendFailed: (id: string, service: string) => send(id, failed, { service }),

    /** Says how many leads are suspected of being spam, and where they are; nothing of a lead. */
    sendSuspected: (id: string, count: number) => {
      const url = new URL(`${INBOX.path}?filter=suspected`, siteUrl).href;
      return send(id, suspected, { count: String(count) }, [links({ label: suspected.link, url })]);
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
    const letter = {
      subject: fillIn(subject, values),
      body: [
        paragraph(fillIn(text, values)),
        links({ label: link, url: new URL(linkPath("inbox", token), site.siteUrl).href }),
        fields(...request),
        paragraph(mistake, { look: "small" }),
      ],
    };
    return transport.deliver(toMessage({ id, to: [to], letter }, settings), `${id}.sign-in`);
  };
}

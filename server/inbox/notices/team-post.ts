/** How a mail to the team is written and addressed: what all of these mails share. */
import { whoIs } from "../../../contract/lead/lead.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type { MailContent } from "../../../contract/mail/mail.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import {
  links,
  paragraph,
  type Body,
  type Letter,
} from "../../deliveries/mail/body.ts";
import {
  toMessage,
  type MailTransport,
} from "../../deliveries/mail/compose.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { Today } from "../../../contract/inbox/leads-admin.ts";
import { shortTime, timeOfDay } from "../../../contract/locale/times.ts";
import { oneLine } from "../../deliveries/mail/text.ts";
import type { WaitingLeads } from "./counts.ts";

/** A mail is read on a phone, so its lines are short. In characters. */
export const MAX_NAME_LENGTH = 80;

type Texts = Pick<MailContent["signIn"], "subject" | "text">;
type Values = Parameters<typeof fillIn>[1];

export type TeamPost = ReturnType<typeof createTeamPost>;

export function createTeamPost(
  settings: MailSettings,
  team: () => Promise<readonly string[]>,
  transport: MailTransport,
) {
  const { content, locale, timeZone, site } = settings;

  const linkTo = (label: string, path: string) => ({
    label,
    url: new URL(path, site.siteUrl).href,
  });

  function leadLine(
    { id, name, companyName, owner = "" }: Today["followUps"][number],
    time = "",
  ) {
    const who = whoIs({ name, company_name: companyName });
    const parts = [time, oneLine(who, MAX_NAME_LENGTH), owner];
    return linkTo(parts.filter(Boolean).join(" \u00b7 "), INBOX.lead(id));
  }

  return {
    /** @param member the only recipient's address; undefined sends the mail to all of `team` */
    async send(
      id: string,
      texts: Texts,
      values: Values,
      more: Body = [],
      { thread, member }: { thread?: string; member?: string | undefined } = {},
    ) {
      const letter = letterOf(texts, values, more);
      const to = member === undefined ? await team() : [member];
      const message = toMessage({ id, to, letter, thread }, settings);
      return transport.deliver(message, id);
    },
    linkTo,
    inboxLink: links(linkTo(content.morning.link, INBOX.path)),
    clockTime: (at: string) => timeOfDay(at, timeZone, locale),
    leadLine,
    waitingLine: (lead: WaitingLeads["leads"][number]) =>
      leadLine(lead, shortTime(lead.dueAt, timeZone, locale)),
  };
}

export const letterOf = (
  { subject, text }: Texts,
  values: Values,
  more: Body,
): Letter => ({
  subject: fillIn(subject, values),
  body: [paragraph(fillIn(text, values)), ...more],
});

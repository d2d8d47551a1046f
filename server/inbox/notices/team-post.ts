/** How a mail to the team is written and addressed: what all of these mails share. */
import { whoIs } from "../../../contract/lead/lead.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type { MailContent } from "../../../contract/mail/mail.ts";
import { refused, type SendResult } from "../../deliveries/outbox.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import { digestOf } from "../../deliveries/signed-links.ts";
import { links, paragraph, type Body } from "../../deliveries/mail/body.ts";
import {
  toMessage,
  type MailTransport,
} from "../../deliveries/mail/compose.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { Today } from "../../../contract/inbox/leads-admin.ts";
import { shortTime, timeOfDay } from "../../../contract/locale/times.ts";
import { oneLine } from "../../deliveries/mail/text.ts";
import type { Team } from "../../leads/team.ts";
import type { WaitingLeads } from "./counts.ts";

/** A mail is read on a phone, so its lines are short. In characters. */
export const MAX_NAME_LENGTH = 80;

type Texts = Pick<MailContent["signIn"], "subject" | "text"> & {
  heading?: string;
};
type Values = Parameters<typeof fillIn>[1];

export type TeamPost = ReturnType<typeof createTeamPost>;

export function createTeamPost(
  settings: MailSettings,
  team: Pick<Team, "mailed">,
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
    /**
     * Sends each reader a mail of their own, since links name their reader.
     * @param member the only reader's address; without it, all of `team` who get every mail
     */
    async send(
      id: string,
      texts: Texts,
      values: Values,
      more: (reader: string) => Body = () => [],
      { thread, member }: { thread?: string; member?: string | undefined } = {},
    ) {
      const { subject, heading = subject, text } = texts;
      const fill = (sentence: string) => fillIn(sentence, values);
      const readers = member === undefined ? await team.mailed() : [member];
      const sending = readers.map((reader) => {
        const ownId = `${id}-${digestOf(reader)}`;
        const letter = {
          subject: fill(subject),
          body: [
            paragraph(fill(heading), { look: "heading" }),
            paragraph(fill(text)),
            ...more(reader),
          ],
        };
        const mail = { id: ownId, to: reader, letter, thread };
        return transport.deliver(toMessage(mail, settings), ownId);
      });
      return asOne(await Promise.all(sending));
    },
    linkTo,
    inboxLink: links(linkTo(content.morning.link, INBOX.path)),
    clockTime: (at: string) => timeOfDay(at, timeZone, locale),
    leadLine,
    waitingLine: (lead: WaitingLeads["leads"][number]) =>
      leadLine(lead, shortTime(lead.dueAt, timeZone, locale)),
  };
}

/** A mail that reached somebody is not sent again. */
function asOne(results: readonly SendResult[]): SendResult {
  const [first = refused("Nobody gets this mail.")] = results;
  const failed = results.filter(
    ({ kind }) => kind === "retry" || kind === "refused",
  );
  const arrived = results.find((one) => !failed.includes(one));
  if (!arrived || failed.length === 0) return arrived ?? first;
  const those = `${failed.length} of ${results.length} addresses`;
  return { kind: "sent", reason: `Not to ${those}: ${failed[0]?.reason}` };
}

/** The mails about the day's work: the morning's mail, and reminders of promised answers. */
import { INBOX } from "../../../contract/http/routes.ts";
import type { Today } from "../../../contract/inbox/leads-admin.ts";
import { DAY_MS, isoTime } from "../../../contract/durations.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import {
  shortTime,
  shownDuration,
  shownTime,
} from "../../../contract/locale/times.ts";
import { oneLine } from "../../deliveries/mail/text.ts";
import { namesOf } from "../../leads/lead-mail.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import { furtherLinks, links, paragraph } from "../../deliveries/mail/body.ts";
import { leadFor } from "../../deliveries/signed-links.ts";
import type { WaitingLeads } from "./counts.ts";
import { MAX_NAME_LENGTH, type TeamPost } from "./team-post.ts";

type MorningWork = Today & {
  overdue: WaitingLeads;
  due: WaitingLeads;
  suspected: number;
  next: number;
};

/** Whoever reads the mail of a morning can say who came until the next mails of this kind. */
const LINKS_WORK_MS = 7 * DAY_MS;

function sectionsOf(
  settings: MailSettings,
  { leadLine, waitingLine, clockTime, linkTo }: TeamPost,
  work: MorningWork,
  reader: string,
) {
  const { overdue, due, calls, followUps, suspected, next } = work;
  const { morning } = settings.content;
  const now = isoTime(settings.now());
  const coming = calls.filter(({ endsAt }) => endsAt > now);
  const over = calls.filter(({ endsAt }) => endsAt <= now);
  const callLines = coming.map(({ leadId, startsAt, ...lead }) =>
    leadLine({ ...lead, id: leadId }, clockTime(startsAt)),
  );
  const askedLines = over.flatMap((call) => askedLinks(call, settings, reader));
  const followUpLines = followUps.map((lead) => leadLine(lead));
  const look = linkTo(morning.look, `${INBOX.path}?filter=spam`);
  const toNext = linkTo(morning.next, `${INBOX.path}?filter=next`);
  const sections = [
    [morning.overdue, overdue.count, overdue.leads.map(waitingLine)],
    [morning.due, due.count, due.leads.map(waitingLine)],
    [morning.calls, coming.length, callLines],
    [morning.asked, over.length, askedLines],
    [morning.followUps, followUps.length, followUpLines],
    [morning.next, next, [toNext]],
    [morning.suspected, suspected, [look]],
  ] as const;
  return sections
    .filter(([, count]) => count > 0)
    .map(([label, count, lines]) => ({
      heading: `${label} (${count})`,
      lines,
    }));
}

/** A link for each answer to *Did they come?* The page behind it asks once more. */
function askedLinks(
  { id, name, startsAt }: Today["calls"][number],
  { content, links: signed, site, timeZone, locale, now }: MailSettings,
  reader: string,
) {
  const subject = leadFor(id, reader);
  const expiresAt = now() + LINKS_WORK_MS;
  const time = shortTime(startsAt, timeZone, locale);
  return (["came", "missed"] as const).map((purpose) => ({
    label: fillIn(content.morning[purpose], {
      name: oneLine(name, MAX_NAME_LENGTH),
      time,
    }),
    url: signed.url(site.siteUrl, { purpose, subject, expiresAt }),
  }));
}

export function createDayMails(settings: MailSettings, post: TeamPost) {
  const { locale, timeZone, now, content } = settings;
  const { morning, reminder } = content;
  const { waitingLine, inboxLink, linkTo } = post;

  return {
    sendMorning: (id: string, work: MorningWork, member?: string) => {
      const sectionsFor = (reader: string) =>
        sectionsOf(settings, post, work, reader);
      const headings = sectionsFor("").map(({ heading }) => heading);
      const body = (reader: string) => [
        ...sectionsFor(reader).flatMap(({ heading, lines }) => [
          paragraph(heading, { look: "subheading" }),
          furtherLinks(...lines),
        ]),
        inboxLink,
      ];
      const parts = headings.join(", ");
      return post.send(id, morning, { parts }, body, { member });
    },

    sendReminder: (
      id: string,
      { count, leads }: WaitingLeads,
      member?: string,
    ) => {
      const [first] = leads;
      const left = shownDuration(
        Date.parse(first?.dueAt ?? "") - now(),
        locale,
      );
      if (count > 1 || !first) {
        const body = [furtherLinks(...leads.map(waitingLine)), inboxLink];
        return post.send(id, reminder.many, { left, count }, () => body, {
          member,
        });
      }
      const values = {
        left,
        ...namesOf({ ...first, company_name: first.companyName }),
        due: shownTime(first.dueAt, timeZone, locale),
      };
      const show = links(linkTo(content.links.show, INBOX.lead(first.id)));
      return post.send(id, reminder.one, values, () => [show], {
        thread: first.id,
        member,
      });
    },
  };
}

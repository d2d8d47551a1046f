/** The mails about the day's work: the morning's mail, and reminders of promised answers. */
import { INBOX } from "../../../contract/http/routes.ts";
import type { Today } from "../../../contract/inbox/leads-admin.ts";
import { shownDuration, shownTime } from "../../../contract/locale/times.ts";
import { namesOf } from "../../leads/lead-mail.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import { furtherLinks, links, paragraph } from "../../deliveries/mail/body.ts";
import type { WaitingLeads } from "./counts.ts";
import type { TeamPost } from "./team-post.ts";

type MorningWork = Today & {
  overdue: WaitingLeads;
  due: WaitingLeads;
  suspected: number;
};

function sectionsOf(
  { content }: MailSettings,
  { leadLine, waitingLine, clockTime, linkTo }: TeamPost,
  { overdue, due, calls, followUps, suspected }: MorningWork,
) {
  const { morning } = content;
  const callLines = calls.map(({ leadId, startsAt, ...lead }) =>
    leadLine({ ...lead, id: leadId }, clockTime(startsAt)),
  );
  const followUpLines = followUps.map((lead) => leadLine(lead));
  const look = linkTo(morning.look, `${INBOX.path}?filter=suspected`);
  const sections = [
    [morning.overdue, overdue.count, overdue.leads.map(waitingLine)],
    [morning.due, due.count, due.leads.map(waitingLine)],
    [morning.calls, calls.length, callLines],
    [morning.followUps, followUps.length, followUpLines],
    [morning.suspected, suspected, [look]],
  ] as const;
  return sections
    .filter(([, count]) => count > 0)
    .map(([label, count, lines]) => ({
      heading: `${label} (${count})`,
      lines,
    }));
}

export function createDayMails(settings: MailSettings, post: TeamPost) {
  const { locale, timeZone, now, content } = settings;
  const { morning, reminder } = content;
  const { waitingLine, inboxLink, linkTo } = post;

  return {
    sendMorning: (id: string, work: MorningWork, member?: string) => {
      const sections = sectionsOf(settings, post, work);
      const parts = sections.map(({ heading }) => heading).join(", ");
      const body = sections.flatMap(({ heading, lines }) => [
        paragraph(heading),
        furtherLinks(...lines),
      ]);
      return post.send(id, morning, { parts }, [...body, inboxLink], {
        member,
      });
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
        return post.send(id, reminder.many, { left, count }, body, { member });
      }
      const values = {
        left,
        ...namesOf({ ...first, company_name: first.companyName }),
        due: shownTime(first.dueAt, timeZone, locale),
      };
      const show = links(linkTo(content.links.show, INBOX.lead(first.id)));
      return post.send(id, reminder.one, values, [show], {
        thread: first.id,
        member,
      });
    },
  };
}

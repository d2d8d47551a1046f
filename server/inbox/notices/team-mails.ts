/** Mails to the team that bypass the outbox. `team-notices.ts` retries its mails to all members. */
import type { CalendarState } from "../../../contract/call/booking.ts";
import { whoIs } from "../../../contract/lead/lead.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type { MailContent } from "../../../contract/mail/mail.ts";
import { namesOf } from "../../leads/lead-mail.ts";
import type { SendResult } from "../../deliveries/outbox.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import {
  fields,
  furtherLinks,
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
import { sourceName } from "../../../contract/lead/source.ts";
import { HOUR_MS } from "../../../contract/durations.ts";
import type { Today } from "../../../contract/inbox/leads-admin.ts";
import {
  shortDay,
  shortTime,
  shownDuration,
  shownTime,
  timeOfDay,
} from "../../../contract/locale/times.ts";
import { oneLine } from "../../deliveries/mail/text.ts";
import type { LinkGrant } from "../../deliveries/signed-links.ts";
import { isoTime } from "../../leads/days.ts";
import type { readStorm, WaitingLeads, Week } from "./counts.ts";

type MorningWork = Today & {
  overdue: WaitingLeads;
  due: WaitingLeads;
  suspected: number;
};

/** A mail is read on a phone, so these limits keep it short. Lengths are in characters. */
const MAX_SOURCES = 10;
const MAX_SOURCE_LENGTH = 40;
const MAX_NAME_LENGTH = 80;

const WEEK_FIGURES = [
  "leads",
  "calls",
  "held",
  "missed",
  "won",
  "answer",
] as const;

type Texts = Pick<MailContent["signIn"], "subject" | "text">;
type LinkTexts = Pick<MailContent["signIn"], "subject" | "text" | "link">;
type Values = Parameters<typeof fillIn>[1];
type ReadTeam = () => Promise<readonly string[]>;

export function createTeamMails(
  settings: MailSettings,
  team: ReadTeam,
  transport: MailTransport,
) {
  const {
    calendars,
    failed,
    skippedEvents,
    storm,
    morning,
    reminder,
    week: weekTexts,
  } = settings.content;
  const { locale, sources: sourceNames, timeZone, now } = settings;
  const { siteUrl } = settings.site;

  /** @param member the only recipient's address; undefined sends the mail to all of `team` */
  async function send(
    id: string,
    texts: Texts,
    values: Values,
    more: Body = [],
    { thread, member }: { thread?: string; member?: string | undefined } = {},
  ) {
    const letter = letterOf(texts, values, more);
    const to = member === undefined ? await team() : [member];
    return transport.deliver(
      toMessage({ id, to, letter, thread }, settings),
      id,
    );
  }

  const linkTo = (label: string, path: string) => ({
    label,
    url: new URL(path, siteUrl).href,
  });
  const inboxLink = links(linkTo(morning.link, INBOX.path));
  const clockTime = (at: string) => timeOfDay(at, timeZone, locale);

  function leadLine(
    { id, name, companyName, owner = "" }: Today["followUps"][number],
    time = "",
  ) {
    const person = oneLine(
      whoIs({ name, company_name: companyName }),
      MAX_NAME_LENGTH,
    );
    return linkTo(
      [time, person, owner].filter(Boolean).join(" \u00b7 "),
      INBOX.lead(id),
    );
  }

  const waitingLine = (lead: WaitingLeads["leads"][number]) =>
    leadLine(lead, shortTime(lead.dueAt, timeZone, locale));

  const figuresOf = ({ medianAnswerHours: hours, ...week }: Week) => ({
    ...week,
    held: week.calls - week.missed,
    answer:
      hours === undefined
        ? weekTexts?.none
        : shownDuration(hours * HOUR_MS, locale),
  });

  return {
    /** Names unreadable calendars by their numbers in CALENDAR_URLS: the addresses are secret. */
    sendCalendars: (
      id: string,
      failing: readonly Pick<CalendarState, "number">[],
    ) =>
      send(id, calendars, {
        numbers: failing.map(({ number }) => number).join(", "),
      }),

    /** Names events by their calendars and dates: titles never leave a calendar. */
    sendSkippedEvents: (
      id: string,
      skipping: readonly Pick<CalendarState, "number" | "skipped">[],
    ) => {
      const events = skipping.map(({ number, skipped }) =>
        fillIn(skippedEvents.of, { number, dates: skipped.join(", ") }),
      );
      return send(id, skippedEvents, { events: events.join("; ") });
    },

    sendFailed: (
      id: string,
      what: "backup" | "content",
      reasons: readonly string[],
    ) => {
      const paragraphs = reasons.map((reason) => paragraph(reason));
      return send(id, failed, { what: failed[what] }, paragraphs);
    },

    /** @param from the week's first day, like `2027-03-01` */
    async sendWeek(id: string, from: string, week: Week, weekBefore: Week) {
      if (!weekTexts) return undefined;
      const latest = figuresOf(week);
      const earlier = figuresOf(weekBefore);
      const figures = WEEK_FIGURES.map((name) => {
        const both = {
          now: String(latest[name]),
          before: String(earlier[name]),
        };
        return {
          label: weekTexts[name],
          value: fillIn(weekTexts.figure, both),
        };
      });
      const sources = week.sources
        .slice(0, MAX_SOURCES)
        .map(({ source, leads }) => {
          return `${oneLine(sourceName(source, sourceNames), MAX_SOURCE_LENGTH)}: ${leads}`;
        });
      if (sources.length > 0)
        figures.push({ label: weekTexts.sources, value: sources.join("\n") });
      const values = {
        from: shortDay(from, locale),
        leads: week.leads,
        calls: week.calls,
      };
      const link = links(linkTo(weekTexts.link, INBOX.sources));
      return send(id, weekTexts, values, [fields(...figures), link]);
    },

    sendMorning: (id: string, work: MorningWork, member?: string) => {
      const { overdue, due, calls, followUps, suspected } = work;
      const callLines = calls.map(({ leadId, startsAt, ...lead }) =>
        leadLine({ ...lead, id: leadId }, clockTime(startsAt)),
      );
      const suspectedLink = linkTo(
        morning.look,
        `${INBOX.path}?filter=suspected`,
      );
      const sections = [
        {
          label: morning.overdue,
          count: overdue.count,
          lines: overdue.leads.map(waitingLine),
        },
        {
          label: morning.due,
          count: due.count,
          lines: due.leads.map(waitingLine),
        },
        { label: morning.calls, count: calls.length, lines: callLines },
        {
          label: morning.followUps,
          count: followUps.length,
          lines: followUps.map((lead) => leadLine(lead)),
        },
        { label: morning.suspected, count: suspected, lines: [suspectedLink] },
      ]
        .filter(({ count }) => count > 0)
        .map(({ label, count, lines }) => ({
          heading: `${label} (${count})`,
          lines,
        }));
      const headings = sections.map(({ heading }) => heading).join(", ");
      const body = sections.flatMap(({ heading, lines }) => [
        paragraph(heading),
        furtherLinks(...lines),
      ]);
      return send(id, morning, { parts: headings }, [...body, inboxLink], {
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
        return send(id, reminder.many, { left, count }, body, { member });
      }
      const values = {
        left,
        ...namesOf({ ...first, company_name: first.companyName }),
        due: shownTime(first.dueAt, timeZone, locale),
      };
      const show = links(
        linkTo(settings.content.links.show, INBOX.lead(first.id)),
      );
      return send(id, reminder.one, values, [show], {
        thread: first.id,
        member,
      });
    },

    sendStorm: (
      id: string,
      { since, leads, suspected }: Awaited<ReturnType<typeof readStorm>>,
    ) => {
      const values = { count: leads, since: clockTime(since), spam: suspected };
      const subject = suspected === 0 ? storm.subject : storm.withSpam;
      return send(id, { subject, text: storm.text }, values, [inboxLink]);
    },
  };
}

const letterOf = (
  { subject, text }: Texts,
  values: Values,
  more: Body,
): Letter => ({
  subject: fillIn(subject, values),
  body: [paragraph(fillIn(text, values)), ...more],
});

/** Mails with a link that signs in to the inbox exactly once. */
export function createSignInMails(
  settings: MailSettings,
  transport: MailTransport,
) {
  const { content, site, timeZone, locale, now } = settings;
  const { signIn, invited } = content;

  function send(
    { to, link }: SignInMail,
    texts: LinkTexts,
    by: string,
    more: Body,
  ) {
    const id = link.subject;
    const open = links({
      label: texts.link,
      url: settings.links.url(site.siteUrl, link),
    });
    const letter = letterOf(texts, { by }, [open, ...more]);
    return transport.deliver(
      toMessage({ id, to: [to], letter }, settings),
      `${id}.sign-in`,
    );
  }

  return {
    /** @param from the browser, the system and the network of the person who asked for the link */
    mailSignIn(mail: SignInMail, from: string): Promise<SendResult> {
      const { labels, mistake } = signIn;
      const requestFields = [
        { label: labels.email, value: mail.to },
        {
          label: labels.at,
          value: shortTime(isoTime(now()), timeZone, locale),
        },
        { label: labels.from, value: from },
      ];
      return send(mail, signIn, "", [
        fields(...requestFields),
        paragraph(mistake, { look: "small" }),
      ]);
    },

    /** @param by the address of the member who invited */
    mailInvited(
      mail: SignInMail,
      by = content.call.somebody,
    ): Promise<SendResult> {
      const note = fillIn(invited.note, {
        until: shownTime(isoTime(mail.link.expiresAt), timeZone, locale),
      });
      return send(mail, invited, by, [paragraph(note, { look: "small" })]);
    },
  };
}

export interface SignInMail {
  to: string;
  /** The subject of the link is the id of the sign-in that the link begins. */
  link: LinkGrant;
}

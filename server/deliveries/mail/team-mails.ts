/** Mails to the team that belong to no lead. Each is sent at once; the caller tries again, under the same id. */
import { NOT_ASKED } from "../../../contract/lead.ts";
import { fillIn } from "../../../contract/placeholders.ts";
import type { SendResult } from "../outbox.ts";
import type { MailSettings } from "../settings.ts";
import { fields, furtherLinks, links, paragraph, type Body } from "./body.ts";
import { toMessage, type MailTransport } from "./compose.ts";
import { INBOX, linkPath } from "../../../contract/routes.ts";
import { sourceName } from "../../../contract/source.ts";
import { HOUR_MS } from "../../../contract/durations.ts";
import type { Today } from "../../../contract/leads-admin.ts";
import { shortDay, shortTime, shownDuration, shownTime, timeOfDay } from "../../../contract/locale/times.ts";
import { oneLine } from "./text.ts";

/** What happened in a week, without tests, spam and suspected leads. Calls are those that were to take place. */
export interface Week {
  leads: number;
  calls: number;
  missed: number;
  won: number;
  medianAnswerHours?: number | undefined;
  /** The number of leads from each, the most first. */
  sources: { source: string; leads: number }[];
}

/** The last week and the one before it; `from` is its first day, as `2027-03-01`. */
export interface WeekReport {
  from: string;
  week: Week;
  before: Week;
}

/** Leads without an answer: all of them, and the first ones by name. */
export interface WaitingLeads {
  count: number;
  leads: (Omit<Today["followUps"][number], "followUpOn"> & { dueAt: string })[];
}

export interface MorningWork extends Today {
  overdue: WaitingLeads;
  due: WaitingLeads;
  suspected: number;
}

/** Leads that came faster than they are mailed by themselves. */
export interface Storm {
  since: string;
  leads: number;
  suspected: number;
}

/** In a mail that is read on a phone. */
const MAX_SOURCES = 10;
const MAX_SOURCE_LENGTH = 40;
const MAX_NAME_LENGTH = 80;

export function createTeamMails(
  settings: MailSettings,
  team: () => Promise<readonly string[]>,
  transport: MailTransport,
) {
  const {
    calendars,
    failed,
    skippedEvents: skipped,
    storm,
    morning,
    reminder,
    week: ofWeek,
  } = settings.content;
  const { locale, sources: sourceNames, timeZone, now } = settings;
  const { brandName: brand, siteUrl } = settings.site;

  async function send(
    id: string,
    said: Record<"subject" | "text", string>,
    about: Record<string, string>,
    more: Body = [],
    { thread, member }: { thread?: string; member?: string | undefined } = {},
  ) {
    const values = { brand, ...about };
    const body = [paragraph(fillIn(said.text, values)), ...more];
    const letter = { subject: fillIn(said.subject, values), body };
    const to = member === undefined ? await team() : [member];
    return transport.deliver(toMessage({ id, to, letter, thread }, settings), id);
  }

  const leadUrl = (leadId: string) => new URL(INBOX.lead(leadId), siteUrl).href;
  const inboxLink = (label: string) => ({ label, url: new URL(INBOX.path, siteUrl).href });
  const suspectedLine = { label: morning.look, url: new URL(`${INBOX.path}?filter=suspected`, siteUrl).href };
  const shownClock = (at: string) => timeOfDay(at, timeZone, locale);

  /** @param time what comes before the names */
  function leadLine({ id, name, companyName, owner = "" }: Today["followUps"][number], time = "") {
    const business = companyName === NOT_ASKED ? "" : `, ${companyName}`;
    const person = oneLine(name + business, MAX_NAME_LENGTH);
    return { label: [time, person, owner].filter(Boolean).join(" \u00b7 "), url: leadUrl(id) };
  }

  const waitingLine = ({ dueAt, ...lead }: WaitingLeads["leads"][number]) =>
    leadLine(lead, shortTime(dueAt, timeZone, locale));

  const callLine = ({ leadId, startsAt, ...lead }: Today["calls"][number]) =>
    leadLine({ ...lead, id: leadId }, shownClock(startsAt));

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

    /** Says what failed on this server, and each reason. */
    sendFailed: (id: string, what: "backup" | "content", reasons: readonly string[]) =>
      send(
        id,
        failed,
        { what: failed[what] },
        reasons.map((reason) => paragraph(reason)),
      ),

    /** Says what a week brought, beside the one before; undefined where the content has no such mail. */
    sendWeek:
      ofWeek &&
      ((id: string, { from, week, before }: WeekReport) => {
        const shown = (hours: number | undefined) =>
          hours === undefined ? ofWeek.none : shownDuration(hours * HOUR_MS, locale);
        const figure = (label: string, of: (one: Week) => string | number) => ({
          label,
          value: fillIn(ofWeek.figure, { now: String(of(week)), before: String(of(before)) }),
        });
        const figures = [
          figure(ofWeek.leads, ({ leads }) => leads),
          figure(ofWeek.calls, ({ calls }) => calls),
          figure(ofWeek.held, ({ calls, missed }) => calls - missed),
          figure(ofWeek.missed, ({ missed }) => missed),
          figure(ofWeek.won, ({ won }) => won),
          figure(ofWeek.answer, ({ medianAnswerHours }) => shown(medianAnswerHours)),
        ];
        const sources = week.sources
          .slice(0, MAX_SOURCES)
          .map(
            ({ source, leads }) => `${oneLine(sourceName(source, sourceNames), MAX_SOURCE_LENGTH)}: ${leads}`,
          );
        if (sources.length > 0) figures.push({ label: ofWeek.sources, value: sources.join("\n") });
        const about = { from: shortDay(from, locale), leads: String(week.leads), calls: String(week.calls) };
        const details = { label: ofWeek.link, url: new URL(INBOX.sources, siteUrl).href };
        return send(id, ofWeek, about, [fields(...figures), links(details)]);
      }),

    /** Says what waits for an answer, who is to be called, and what to look through; each with a link to its page. @param member who alone gets it */
    sendMorning: (
      id: string,
      { overdue, due, calls, followUps, suspected }: MorningWork,
      member?: string,
    ) => {
      const sections = [
        { label: morning.overdue, count: overdue.count, lines: overdue.leads.map(waitingLine) },
        { label: morning.due, count: due.count, lines: due.leads.map(waitingLine) },
        { label: morning.calls, count: calls.length, lines: calls.map(callLine) },
        { label: morning.followUps, count: followUps.length, lines: followUps.map((lead) => leadLine(lead)) },
        { label: morning.suspected, count: suspected, lines: [suspectedLine] },
      ].filter(({ count }) => count > 0);
      const heading = (label: string, count: number) => `${label} (${count})`;
      const parts = sections.map(({ label, count }) => heading(label, count)).join(", ");
      const body = sections.flatMap(({ label, count, lines }): Body => [
        paragraph(heading(label, count)),
        furtherLinks(...lines),
      ]);
      return send(id, morning, { parts }, [...body, links(inboxLink(morning.link))], { member });
    },

    /** Names all leads whose promised time is near. */
    sendReminder: (id: string, { count, leads }: WaitingLeads, member?: string) => {
      const [first] = leads;
      const left = shownDuration(Date.parse(first?.dueAt ?? "") - now(), locale);
      const about = { left, count: String(count) };
      if (count > 1 || !first)
        return send(
          id,
          reminder.many,
          about,
          [furtherLinks(...leads.map(waitingLine)), links(inboxLink(morning.link))],
          { member },
        );
      const one = {
        ...about,
        name: oneLine(first.name, MAX_NAME_LENGTH),
        company: oneLine(first.companyName, MAX_NAME_LENGTH),
      };
      const due = shownTime(first.dueAt, timeZone, locale);
      const show = { label: settings.content.links.show, url: leadUrl(first.id) };
      return send(id, reminder.one, { ...one, due }, [links(show)], { thread: first.id, member });
    },

    /** Says how many leads came at once. */
    sendStorm: (id: string, { since, leads, suspected }: Storm) => {
      const about = { count: String(leads), since: shownClock(since), spam: String(suspected) };
      const subject = suspected === 0 ? storm.subject : storm.withSpam;
      return send(id, { subject, text: storm.text }, about, [links(inboxLink(morning.link))]);
    },
  };
}

/** Mails a link that opens the inbox once. They are never retried. */
export function createSignInMails(settings: MailSettings, transport: MailTransport) {
  const { content, site, timeZone, locale, now } = settings;
  const { signIn, invited } = content;
  const brand = site.brandName;

  function send({ to, id, token }: SignInMail, subject: string, text: string, label: string, more: Body) {
    const url = new URL(linkPath("inbox", token), site.siteUrl).href;
    const letter = { subject, body: [paragraph(text), links({ label, url }), ...more] };
    return transport.deliver(toMessage({ id, to: [to], letter }, settings), `${id}.sign-in`);
  }

  return {
    /** To a member of the team who asked for it. @param from the browser that asked */
    mailSignIn(mail: SignInMail, from: string): Promise<SendResult> {
      const { subject, text, link, mistake, labels } = signIn;
      const request = [
        { label: labels.email, value: mail.to },
        { label: labels.at, value: shortTime(new Date(now()).toISOString(), timeZone, locale) },
        ...(from === "" ? [] : [{ label: labels.from, value: from }]),
      ];
      const more = [fields(...request), paragraph(mistake, { look: "small" })];
      return send(mail, fillIn(subject, { brand }), fillIn(text, { brand }), link, more);
    },

    /** To a person who was invited. @param by the address of who did it @param until ISO 8601 in UTC */
    mailInvited(mail: SignInMail, by: string | undefined, until: string): Promise<SendResult> {
      const { subject, text, link, note } = invited;
      const about = { brand, by: by ?? content.call.somebody };
      const said = fillIn(note, { until: shownTime(until, timeZone, locale) });
      const more = [paragraph(said, { look: "small" })];
      return send(mail, fillIn(subject, { brand }), fillIn(text, about), link, more);
    },
  };
}

/** `id`: of the future sign-in, whose token is in the link. */
export interface SignInMail {
  to: string;
  id: string;
  token: string;
}

/**
 * The mails about the day's work: the morning's
 * mail, and reminders of promised answers.
 */

import { fillIn } from "../../../contract/content/fill-in.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  isoTime,
} from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { Today } from "../../../contract/inbox/leads-admin.ts";
import { memberName } from "../../../contract/inbox/member-name.ts";
import { whoIs } from "../../../contract/lead/lead.ts";
import { lineOf } from "../../../contract/lead/typed-text.ts";
import { timeOfDay } from "../../../contract/locale/times.ts";
import { readToday } from "../../calls/stored-calls.ts";
import { waitsForAnswer } from "../../deliveries/conditions.ts";
import { furtherLinks, links, paragraph } from "../../deliveries/mail/body.ts";
import { isUntold } from "../../deliveries/notices.ts";
import {
  isQuiet,
  lastMorning,
  nextMorning,
  nextNight,
} from "../../deliveries/quiet-hours.ts";
import { leadFor } from "../../deliveries/signed-links.ts";
import { latestDays, momentOf } from "../../leads/days.ts";
import { namesOf } from "../../leads/lead-mail.ts";
import { sql } from "../../store/sql.ts";
import { countByFilter } from "../list/list-leads.ts";
import { readHealth } from "../list/read-health.ts";
import { readWaiting, type WaitingLeads } from "./counts.ts";
import { sendNotice, type Desk } from "./send-notice.ts";
import type { TeamLetter } from "./team-post.ts";

const REMIND_BEFORE_MS = 4 * HOUR_MS;
/**
 * No reminder is mailed at night. So in the last hour before
 * the night, the reminder also names the leads that are due
 * in the night or in the first hour after the night.
 */
const EVENING_MS = HOUR_MS;
/**
 * Reminders begin this long after the night,
 * since the morning's mail names the same leads.
 */
const AFTER_MORNING_MS = 15 * MINUTE_MS;
/**
 * Whoever reads the mail of a morning can say
 * who came until the next mails of this kind.
 */
const LINKS_WORK_MS = 7 * DAY_MS;
/** A mail is read on a phone, so its lines are short. In characters. */
const MAX_NAME_LENGTH = 80;

/**
 * Mails overdue and due leads, follow-ups, today's
 * calls, and the number of suspected leads.
 */
export async function mailMorning(desk: Desk): Promise<void> {
  const { timeZone, now } = desk;
  const at = now();
  if (isQuiet(at, timeZone)) return;
  const morning = lastMorning(at, timeZone);
  const night = isoTime(nextNight(at, timeZone));
  const after = isoTime(at);
  const cause = sql`${isoTime(morning)}`;
  const claim = {
    name: "morning",
    // A mail that comes late tells what became overdue since the morning, too.
    after,
    cause: sql`SELECT CASE WHEN ${isUntold(cause, after)} THEN ${cause} END`,
    remindsUntil: night,
    tellsOwners: true,
  };
  await sendNotice(desk, claim, async ({ sentAt, owner }) => {
    const work = await readWork(desk, { morning, night }, owner);
    const { overdue, due, calls, followUps, suspected } = work;
    // A lead that was overdue at the last mail is no reason for another mail.
    const hasNewOverdue = overdue.leads.some(({ dueAt }) => dueAt > sentAt);
    // The mail to all counts as the reminder of the leads
    // that are due today. So a member with such a lead gets
    // a mail, even if the mail has nothing else to tell.
    const reminds = owner !== undefined && due.count > 0;
    const hasMore = calls.length + followUps.length + suspected > 0;
    return hasNewOverdue || reminds || hasMore
      ? morningLetter(desk, work)
      : undefined;
  });
}

type Work = Awaited<ReturnType<typeof readWork>>;

async function readWork(
  desk: Desk,
  { morning, night }: { morning: number; night: string },
  owner?: string,
) {
  const { store, timeZone } = desk;
  const moment = momentOf(desk);
  const time = moment.now;
  const days = latestDays(2, timeZone, morning);
  const toNow = { after: isoTime(0), until: time };
  const toNight = { after: time, until: night };
  const { next = 0 } = await countByFilter(store, { ...moment, owner });
  return {
    ...(await readToday(store, days, time, owner)),
    next,
    overdue: await readWaiting(store, toNow, "DESC", owner),
    due: await readWaiting(store, toNight, "ASC", owner),
    // Suspected leads seldom have an owner.
    suspected:
      owner === undefined ? (await readHealth(store, time)).suspected : 0,
  };
}

function morningLetter(desk: Desk, work: Work): TeamLetter {
  const headings = sectionsOf(desk, work, "").map(({ heading }) => heading);
  return {
    texts: desk.content.morning,
    values: { parts: headings.join(", ") },
    more: (reader) => [
      ...sectionsOf(desk, work, reader).flatMap(({ heading, lines }) => [
        paragraph(heading, "subheading"),
        furtherLinks(...lines),
      ]),
      inboxLink(desk),
    ],
  };
}

function sectionsOf(desk: Desk, work: Work, reader: string) {
  const { overdue, due, calls } = work;
  const { followUps, suspected, next } = work;
  const { content, locale, now, timeZone } = desk;
  const { linkTo } = desk.post;
  const { morning } = content;
  const time = isoTime(now());
  const coming = calls.filter(({ endsAt }) => endsAt > time);
  const over = calls.filter(({ endsAt }) => endsAt <= time);
  const callLines = coming.map(({ leadId, startsAt, ...lead }) =>
    leadLine(
      desk,
      { ...lead, id: leadId },
      timeOfDay(startsAt, timeZone, locale),
    ),
  );
  const askedLines = over.flatMap((call) => askedLinks(desk, call, reader));
  const followUpLines = followUps.map((lead) => leadLine(desk, lead));
  const toSuspected = linkTo(morning.look, `${INBOX.path}?filter=spam`);
  const toNext = linkTo(morning.next, `${INBOX.path}?filter=next`);
  const sections = [
    [morning.overdue, overdue.count, waitingLines(desk, overdue)],
    [morning.due, due.count, waitingLines(desk, due)],
    [morning.calls, coming.length, callLines],
    [morning.asked, over.length, askedLines],
    [morning.followUps, followUps.length, followUpLines],
    [morning.next, next, [toNext]],
    [morning.suspected, suspected, [toSuspected]],
  ] as const;
  return sections
    .filter(([, count]) => count > 0)
    .map(([label, count, lines]) => ({
      heading: `${label} (${count})`,
      lines,
    }));
}

/**
 * A link for each answer to *Did they come?* The page behind it asks once more.
 */
function askedLinks(
  { content, links: signed, site, ourTime, now }: Desk,
  { id, name, startsAt }: Today["calls"][number],
  reader: string,
) {
  const subject = leadFor(id, reader);
  const expiresAt = now() + LINKS_WORK_MS;
  const time = ourTime(startsAt);
  return (["came", "missed"] as const).map((purpose) => ({
    label: fillIn(content.morning[purpose], {
      name: lineOf(name, MAX_NAME_LENGTH, "…"),
      time,
    }),
    url: signed.url(site.siteUrl, { purpose, subject, expiresAt }),
  }));
}

function leadLine(
  { post }: Desk,
  { id, name, companyName, owner = "" }: Today["followUps"][number],
  time = "",
) {
  const who = whoIs({ name, company_name: companyName });
  const parts = [time, lineOf(who, MAX_NAME_LENGTH, "…"), memberName(owner)];
  return post.linkTo(parts.filter(Boolean).join(" \u00b7 "), INBOX.lead(id));
}

/** The last line says how many more there are, and leads to the list. */
function waitingLines(desk: Desk, { leads, count }: WaitingLeads) {
  const more = desk.post.linkTo(`+${count - leads.length}`, INBOX.path);
  const lines = leads.map((lead) =>
    leadLine(desk, lead, desk.ourTime(lead.dueAt)),
  );
  return count > leads.length ? [...lines, more] : lines;
}

const inboxLink = ({ content, post }: Desk) =>
  links(post.linkTo(content.morning.link, INBOX.path));

/** Reminds the team of leads that are due soon. Each lead has one reminder. */
export async function mailReminder(desk: Desk): Promise<void> {
  const { store, timeZone, now } = desk;
  const at = now();
  if (
    isQuiet(at, timeZone) ||
    at < lastMorning(at, timeZone) + AFTER_MORNING_MS
  )
    return;
  const night = nextNight(at, timeZone);
  const isEvening = night - at <= EVENING_MS;
  const remindBy = isEvening
    ? nextMorning(at, timeZone) + EVENING_MS
    : at + REMIND_BEFORE_MS;
  // One mail names all leads that are due until the night.
  const remindsUntil = isoTime(Math.max(remindBy, night));
  const after = isoTime(at);
  const claim = {
    name: "reminder",
    after,
    cause: sql`SELECT min(due_at) FROM lead_contexts
      WHERE ${waitsForAnswer("lead_contexts")}
      AND reminded_at IS NULL AND due_at > ${after}
      AND due_at <= ${isoTime(remindBy)}`,
    remindsUntil,
    tellsOwners: true,
  };
  await sendNotice(desk, claim, async ({ owner }) => {
    const due = { after, until: remindsUntil };
    return reminderLetter(desk, await readWaiting(store, due, "ASC", owner));
  });
}

function reminderLetter(
  desk: Desk,
  waiting: WaitingLeads,
): TeamLetter | undefined {
  const { content, ourTime, timeUntil } = desk;
  const { count, leads } = waiting;
  const [first] = leads;
  if (!first) return undefined;
  const left = timeUntil(first.dueAt);
  if (count > 1) {
    const lines = furtherLinks(...waitingLines(desk, waiting));
    return {
      texts: content.reminder.many,
      values: { left, count },
      more: () => [lines, inboxLink(desk)],
    };
  }
  const show = desk.post.linkTo(content.links.show, INBOX.lead(first.id));
  return {
    texts: content.reminder.one,
    values: {
      left,
      ...namesOf({ ...first, company_name: first.companyName }),
      due: ourTime(first.dueAt),
    },
    more: () => [links(show)],
    thread: first.id,
  };
}

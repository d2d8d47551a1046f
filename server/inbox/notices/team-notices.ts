/** Sends notices: mails to the team about several leads or calendars. A check runs each minute. */
import { randomUUID } from "node:crypto";
import { HOUR_MS, MINUTE_MS, isoTime } from "../../../contract/durations.ts";
import { readCalendarCopies, readToday } from "../../calls/stored-calls.ts";
import { calendarId } from "../../calls/calendars/calendars.ts";
import type { createTeamMails } from "./team-mails.ts";
import {
  claimNotice,
  noticeFailure,
  recordNotice,
  releaseNotice,
} from "../../deliveries/notices.ts";
import type { NoticeClaim } from "../../deliveries/notices.ts";
import type { WorkerLog, SendResult } from "../../deliveries/outbox.ts";
import {
  clockOf,
  isQuiet,
  lastMorning,
  nextMorning,
  nextNight,
} from "../../deliveries/quiet-hours.ts";
import type { DeliveryFailing } from "../../deliveries/webhook-channel.ts";
import { latestDays, momentOf } from "../../leads/days.ts";
import type { Database } from "../../store/database.ts";
import { ifAvailable } from "../../store/unavailable.ts";
import { readHealth } from "../list/read-health.ts";
import { readMonths } from "../sources/sources.ts";
import { countNext, readStorm, readWaiting, readWeek } from "./counts.ts";

const REMIND_BEFORE_MS = 4 * HOUR_MS;
/**
 * No reminder is mailed at night. So in the last hour before the night, the reminder also names the
 * leads that are due in the night or in the first hour after the night.
 */
const EVENING_MS = HOUR_MS;
/** Reminders begin this long after the night, since the morning's mail names the same leads. */
const AFTER_MORNING_MS = 15 * MINUTE_MS;
const COLLECT_STORM_MS = 10 * MINUTE_MS;
/** A calendar that was never read, or has no event anymore, blocks too little. */
const CALENDAR_UNREAD_MS = 20 * MINUTE_MS;
const CALENDAR_FAILING_MS = 6 * HOUR_MS;

interface Desk {
  store: Database;
  /** IANA name. */
  timeZone: string;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<WorkerLog, "error">;
  mails: ReturnType<typeof createTeamMails>;
  /** The members who get a mail about their own leads in place of the mail about all leads. */
  members: () => Promise<readonly string[]>;
}

interface Notice {
  /** The same in every attempt, as long as the cause is the same. */
  id: string;
  /** When the cause of the notice began; for a reminder, when the first answer is due. */
  about: string;
  /** The time of the previous notice of the same name. */
  sentAt: string;
  /** A member who gets a mail about their own leads. Without `owner`, the mail goes to all. */
  owner?: string;
}

/**
 * A failed mail to all is sent again later. A failed mail to a member is only logged:
 * the member has the inbox and the next notice.
 * @param mail sends the mail, and returns undefined if there is nothing to tell
 */
async function sendNotice(
  { store, now, log, members }: Desk,
  claim: Omit<NoticeClaim, "now">,
  mail: (notice: Notice) => Promise<SendResult | undefined>,
): Promise<void> {
  const claimedAt = isoTime(now());
  const claimed = await claimNotice(store, { ...claim, now: claimedAt });
  if (!claimed) return;
  const { leaseId, ...times } = claimed;
  const id = `${claim.name}-${Date.parse(times.about).toString(36)}`;
  const release = () => releaseNotice(store, leaseId, claimedAt);
  const result = await mail({ id, ...times }).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  logFailure(log, claim.name, result);
  if (result?.kind === "retry" || result?.kind === "refused") {
    await release();
    return;
  }
  // A reminder and a storm's mail name all leads until now, and not only the first one.
  const upTo = ["reminder", "storm"].includes(claim.name)
    ? claim.after
    : times.about;
  await recordNotice(store, leaseId, upTo, result && claim.remindsUntil);
  // Only a mail that reminds of leads also goes to members, about their own leads.
  if (!result || claim.remindsUntil === undefined) return;
  for (const owner of await members())
    logFailure(log, claim.name, await mail({ id, ...times, owner }));
}

function logFailure(
  log: Desk["log"],
  notice: NoticeClaim["name"],
  result: SendResult | undefined,
): void {
  if (result && "reason" in result)
    log.error({ reason: result.reason, notice }, "a mail to the team failed");
}

/** Mails overdue and due leads, follow-ups, today's calls, and the number of suspected leads. */
export async function mailMorning(desk: Desk): Promise<void> {
  const { store, timeZone, now, mails } = desk;
  const at = now();
  if (isQuiet(at, timeZone)) return;
  const morning = lastMorning(at, timeZone);
  const night = isoTime(nextNight(at, timeZone));
  const mail = async ({ id, sentAt, owner }: Notice) => {
    const time = isoTime(at);
    const { calls, followUps } = await readToday(
      store,
      latestDays(2, timeZone, morning),
      time,
      owner,
    );
    const moment = momentOf({ timeZone, now: () => at });
    const next = await countNext(store, moment, owner);
    const overdue = await readWaiting(
      store,
      { after: isoTime(0), until: time },
      "DESC",
      owner,
    );
    const due = await readWaiting(
      store,
      { after: time, until: night },
      "ASC",
      owner,
    );
    // Suspected leads seldom have an owner.
    const suspected =
      owner === undefined ? (await readHealth(store, time)).suspected : 0;
    // A lead that was overdue at the last mail is no reason for another mail.
    const hasNewOverdue = overdue.leads.some(({ dueAt }) => dueAt > sentAt);
    // The mail to all counts as the reminder of the leads that are due today. So a member with
    // such a lead gets a mail, even if the mail has nothing else to tell.
    const reminds = owner !== undefined && due.count > 0;
    if (
      !hasNewOverdue &&
      !reminds &&
      calls.length + followUps.length + suspected === 0
    )
      return undefined;
    return mails.sendMorning(
      id,
      { overdue, due, suspected, next, calls, followUps },
      owner,
    );
  };
  const claim = {
    name: "morning",
    after: isoTime(morning),
    remindsUntil: night,
  } as const;
  await sendNotice(desk, claim, mail);
}

/** Reminds the team of leads that are due soon. Each lead has one reminder. */
export async function mailReminder(desk: Desk): Promise<void> {
  const { store, timeZone, now, mails } = desk;
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
  const mail = async ({ id, owner }: Notice) => {
    const waiting = await readWaiting(
      store,
      { after: isoTime(at), until: remindsUntil },
      "ASC",
      owner,
    );
    return waiting.count > 0
      ? mails.sendReminder(id, waiting, owner)
      : undefined;
  };
  const claim = {
    name: "reminder",
    after: isoTime(at),
    by: isoTime(remindBy),
    remindsUntil,
  } as const;
  await sendNotice(desk, claim, mail);
}

/** Mails how many leads came, if too many came to mail about each lead. */
export async function mailStorm(
  desk: Desk,
  mailLeadsAtNight: boolean,
): Promise<void> {
  const { store, timeZone, now, mails } = desk;
  if (!mailLeadsAtNight && isQuiet(now(), timeZone)) return;
  const claim = {
    name: "storm",
    after: isoTime(now()),
    by: isoTime(now() - COLLECT_STORM_MS),
  } as const;
  await sendNotice(desk, claim, async ({ id, about }) =>
    mails.sendStorm(id, await readStorm(store, about, isoTime(now()))),
  );
}

/** Mails a week's figures on the next Monday. @param firstDay 1 if weeks begin on Monday */
export async function mailWeek(desk: Desk, firstDay: number): Promise<void> {
  const { store, timeZone, now, mails } = desk;
  const morning = clockOf(lastMorning(now(), timeZone), timeZone);
  const monday = morning.subtract({ days: morning.dayOfWeek - 1 });
  const daysSinceFirst = (8 - firstDay) % 7;
  const end = monday.toPlainDate().subtract({ days: daysSinceFirst });
  const weeksAgo = (weeks: number) => end.subtract({ weeks });
  const startOf = (weeks: number) =>
    isoTime(weeksAgo(weeks).toZonedDateTime(timeZone).epochMilliseconds);
  await sendNotice(
    desk,
    { name: "week", after: isoTime(monday.epochMilliseconds) },
    async ({ id }) => {
      const week = await readWeek(store, { from: startOf(1), to: startOf(0) });
      const weekBefore = await readWeek(store, {
        from: startOf(2),
        to: startOf(1),
      });
      const months = await readMonths(store, desk);
      const report = { week, weekBefore, months };
      return mails.sendWeek(id, weeksAgo(1).toString(), report);
    },
  );
}

/** Mails which calendars cannot be read, and the dates of events that were skipped. */
export async function mailCalendars(
  desk: Desk,
  urls: readonly string[],
): Promise<void> {
  if (urls.length === 0) return;
  const { store, now, mails } = desk;
  const calendars = urls.map(calendarId);
  const readCopies = async () => {
    const copies = await readCalendarCopies(store, calendars);
    const numbered = copies.map((copy) => ({
      ...copy,
      number: calendars.indexOf(copy.id) + 1,
    }));
    return numbered.toSorted((a, b) => a.number - b.number);
  };
  const after = isoTime(now() - CALENDAR_UNREAD_MS);
  const by = isoTime(now() - CALENDAR_FAILING_MS);
  await sendNotice(
    desk,
    { name: "calendars", after, by, calendars },
    async ({ id }) => {
      const copies = await readCopies();
      const failing = copies.filter(
        ({ failingSince: since }) => since && since <= after,
      );
      return failing.length > 0 ? mails.sendCalendars(id, failing) : undefined;
    },
  );
  await sendNotice(
    desk,
    { name: "events", after: isoTime(now()), calendars },
    async ({ id }) => {
      const copies = await readCopies();
      const skipping = copies.filter(({ skipped }) => skipped.length > 0);
      return skipping.length > 0
        ? mails.sendSkippedEvents(id, skipping)
        : undefined;
    },
  );
}

/** Tells log and webhooks, at most hourly, that mail has failed for an hour, or is dead. */
export async function reportFailure(
  { store, now, log }: Pick<Desk, "store" | "now" | "log">,
  webhookUrls: readonly string[],
  sendEvent: (
    id: string,
    url: string,
    event: DeliveryFailing,
  ) => Promise<SendResult>,
): Promise<void> {
  const failing = await ifAvailable(noticeFailure(store, now()), undefined);
  if (!failing) return;
  const data = { channel: "mail" as const, ...failing };
  log.error(data, "mail is not delivered");
  const event = {
    type: "delivery.failing",
    timestamp: isoTime(now()),
    data,
  } as const;
  const id = randomUUID();
  for (const url of webhookUrls) {
    const result = await sendEvent(id, url, event);
    if ("reason" in result)
      log.error(
        { reason: result.reason },
        "a webhook was not told of failing mail",
      );
  }
}

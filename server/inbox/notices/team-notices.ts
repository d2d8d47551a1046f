/** The notices to the team. A check runs each minute. */
import { randomUUID } from "node:crypto";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  isoTime,
  timeAfter,
} from "../../../contract/durations.ts";
import { firstDayOf } from "../../../contract/locale/times.ts";
import { readToday } from "../../calls/stored-calls.ts";
import { IS_IN_ONE_MAIL, waitsForAnswer } from "../../deliveries/conditions.ts";
import { noticeFailure } from "../../deliveries/notices.ts";
import type { SendResult } from "../../deliveries/outbox.ts";
import {
  clockOf,
  isQuiet,
  lastMorning,
  nextMorning,
  nextNight,
} from "../../deliveries/quiet-hours.ts";
import type { DeliveryFailing } from "../../deliveries/webhook-channel.ts";
import { latestDays, momentOf } from "../../leads/days.ts";
import { sql } from "../../store/sql.ts";
import { ifAvailable } from "../../store/unavailable.ts";
import { readHealth } from "../list/read-health.ts";
import { readMonths } from "../sources/sources.ts";
import { mailCalendars } from "./calendar-notices.ts";
import { countNext, readStorm, readWaiting, readWeek } from "./counts.ts";
import { sendNotice, type Desk, type Notice } from "./send-notice.ts";

const REMIND_BEFORE_MS = 4 * HOUR_MS;
/**
 * No reminder is mailed at night. So in the last hour before the night, the reminder also names the
 * leads that are due in the night or in the first hour after the night.
 */
const EVENING_MS = HOUR_MS;
/** Reminders begin this long after the night, since the morning's mail names the same leads. */
const AFTER_MORNING_MS = 15 * MINUTE_MS;
const COLLECT_STORM_MS = 10 * MINUTE_MS;

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
    cause: sql`SELECT ${isoTime(morning)}`,
    remindsUntil: night,
  };
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
    cause: sql`SELECT min(due_at) FROM lead_contexts WHERE ${waitsForAnswer("lead_contexts")}
      AND reminded_at IS NULL AND due_at > ${isoTime(at)} AND due_at <= ${isoTime(remindBy)}`,
    tellsAll: true,
    remindsUntil,
  };
  await sendNotice(desk, claim, mail);
}

/** Mails how many leads came, if too many came to mail about each lead. */
export async function mailStorm(desk: Desk): Promise<void> {
  const { store, timeZone, now, mails, mailLeadsAtNight } = desk;
  if (!mailLeadsAtNight && isQuiet(now(), timeZone)) return;
  const time = isoTime(now());
  const collectedBy = timeAfter(time, -COLLECT_STORM_MS);
  const claim = {
    name: "storm",
    after: time,
    cause: sql`SELECT CASE WHEN min(created_at) <= ${collectedBy} THEN min(created_at) END
      FROM lead_submissions AS lead
      WHERE created_at > ${timeAfter(time, -DAY_MS)}
        AND created_at > notices.sent_at AND EXISTS (SELECT 1 FROM deliveries
          WHERE lead_id = lead.id AND kind = 'notification' AND ${IS_IN_ONE_MAIL})`,
    tellsAll: true,
  };
  await sendNotice(desk, claim, async ({ id, about }) =>
    mails.sendStorm(id, await readStorm(store, about, isoTime(now()))),
  );
}

/** Mails a week's figures on the next Monday. */
export async function mailWeek(desk: Desk): Promise<void> {
  const { store, timeZone, locale, now, mails } = desk;
  const morning = clockOf(lastMorning(now(), timeZone), timeZone);
  const monday = morning.subtract({ days: morning.dayOfWeek - 1 });
  const daysSinceFirst = (8 - firstDayOf(locale)) % 7;
  const end = monday.toPlainDate().subtract({ days: daysSinceFirst });
  const weeksAgo = (weeks: number) => end.subtract({ weeks });
  const startOf = (weeks: number) =>
    isoTime(weeksAgo(weeks).toZonedDateTime(timeZone).epochMilliseconds);
  const after = isoTime(monday.epochMilliseconds);
  const claim = {
    name: "week",
    after,
    cause: sql`SELECT ${after} FROM lead_submissions WHERE created_at < ${after} LIMIT 1`,
  };
  await sendNotice(desk, claim, async ({ id }) => {
    const week = await readWeek(store, { from: startOf(1), to: startOf(0) });
    const weekBefore = await readWeek(store, {
      from: startOf(2),
      to: startOf(1),
    });
    const months = await readMonths(store, desk);
    const report = { week, weekBefore, months };
    return mails.sendWeek(id, weeksAgo(1).toString(), report);
  });
}

/** Each mails the team if there is something to tell. */
export const TEAM_NOTICES: readonly ((desk: Desk) => Promise<void>)[] = [
  mailMorning,
  mailReminder,
  mailStorm,
  mailWeek,
  mailCalendars,
];

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

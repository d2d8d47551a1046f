/** Tells the agency that mail fails (by log and webhooks), or by one mail that leads are suspected, what a week brought, or that calendars fail. */
import { randomUUID } from "node:crypto";
import { HOUR_MS } from "../../contract/durations.ts";
import type { Today } from "../../contract/leads-admin.ts";
import { latestDays } from "../leads/days.ts";
import type { WorkerLog, SendResult, Outbox } from "../outbox/outbox.ts";
import { calendarId } from "../scheduling/calendars/calendars.ts";
import type { WeekReport } from "../outbox/channels/mail/team-mails.ts";
import type { Store } from "../storage/operations.ts";
import type { DeliveryFailing } from "../outbox/channels/webhook-channel.ts";

/** The hour of the digest in TIME_ZONE. A later lead is reported at once, or the next morning. */
const MORNING_MS = 8 * HOUR_MS;
/** A calendar that has been unreadable for this long is reported by mail, once. */
const FAILING_MS = 6 * HOUR_MS;
/** Longer than a mail takes; a failed or interrupted one is retried after it. */
const NOTICE_LEASE_MS = HOUR_MS / 4;
/** Clocks of two processes differ by less. */
const FUTURE_MS = 24 * HOUR_MS;

/** The `id` is the same in every attempt. */
interface NoticeParts<About> {
  store: Pick<Store, "run">;
  send: (id: string, about: About) => Promise<SendResult>;
  now: () => number;
  log: Pick<WorkerLog, "error">;
}

const time = (ms: number) => new Date(ms).toISOString();
const isDone = ({ kind }: SendResult) => kind === "sent" || kind === "written";

interface DigestParts<About> extends NoticeParts<About> {
  timeZone: string;
}

/** Sends one mail after each `sentAfter`, whatever the number of processes. */
async function sendDigest<About>(
  { store, send, timeZone, now, log }: DigestParts<About>,
  name: "suspected" | "week" | "follow-ups",
  sentAfter: number,
  about: (suspected: number) => Promise<About | undefined>,
): Promise<void> {
  const at = now();
  const claim = await store.run("claimDigest", {
    name,
    day: latestDays(1, timeZone, sentAfter).names[0] ?? "",
    now: time(at),
    sentAfter: time(sentAfter),
    future: time(at + FUTURE_MS),
    leaseUntil: time(at + NOTICE_LEASE_MS),
  });
  if (claim.kind !== "digest" || !claim.claimed) return;
  const { leaseId, suspected } = claim.claimed;
  const said = await about(suspected);
  if (said === undefined) return;
  const result = await send(`${name}-${sentAfter.toString(36)}`, said);
  if (isDone(result)) await store.run("recordDigest", { leaseId, at: time(now()) });
  if ("reason" in result) log.error({ reason: result.reason, digest: name }, "a mail to the team failed");
}

/** Milliseconds since 1970. */
function latestMorning({ timeZone, now }: Pick<DigestParts<unknown>, "timeZone" | "now">): number {
  const mornings = latestDays(2, timeZone, now()).starts.map((start) => Date.parse(start) + MORNING_MS);
  return Math.max(...mornings.filter((start) => start <= now()));
}

/** Mails the number of suspected leads. @returns a function to call every minute, in each of several processes */
export function createSuspectedDigest(parts: DigestParts<number>) {
  return () => sendDigest(parts, "suspected", latestMorning(parts), async (count) => count);
}

/** Mails the leads to get back to by today. @returns a function to call every minute */
export function createFollowUpReminder(parts: DigestParts<Today["followUps"]>) {
  const { store, timeZone } = parts;
  return () => {
    const morning = latestMorning(parts);
    const { names, starts } = latestDays(1, timeZone, morning);
    const [day = "", from = "", to = ""] = [names[0], ...starts];
    return sendDigest(parts, "follow-ups", morning, async () => {
      const today = await store.run("today", { from, to, day });
      return today.kind === "ok" ? today.value.followUps : undefined;
    });
  };
}

interface WeekParts extends DigestParts<WeekReport> {
  /** The first day of a week: 1 for Monday to 7 for Sunday. */
  firstDay: number;
}

/** Mails the figures of a week on the Monday after it. @returns a function to call every minute */
export function createWeekReport(parts: WeekParts) {
  const { store, timeZone, now, firstDay } = parts;
  return async () => {
    const { names, starts } = latestDays(29, timeZone, now());
    const monday = names.findLastIndex(
      (day, index) =>
        Temporal.PlainDate.from(day).dayOfWeek === 1 && Date.parse(starts[index] ?? "") + MORNING_MS <= now(),
    );
    const sent = Date.parse(starts[monday] ?? "");
    const last = monday - ((8 - firstDay) % 7);
    const [earlier = "", from = "", to = ""] = [last - 14, last - 7, last].map((day) => starts[day]);
    await sendDigest(parts, "week", sent + MORNING_MS, async () => {
      const [week, before] = await Promise.all([
        store.run("week", { from, to }),
        store.run("week", { from: earlier, to: from }),
      ]);
      if (week.kind !== "ok" || before.kind !== "ok") return;
      return { from: names[last - 7] ?? "", week: week.value, before: before.value };
    });
  };
}

interface CalendarNoticeParts extends NoticeParts<readonly number[]> {
  urls: readonly string[];
  /** About events that are skipped, while all else of their calendars is read. */
  sendSkipped: (
    id: string,
    calendars: readonly { number: number; dates: readonly string[] }[],
  ) => Promise<SendResult>;
}

/** Mails the positions in `CALENDAR_URLS`, from 1. @returns a function to call every minute, in each of several processes */
export function createCalendarNotice(parts: CalendarNoticeParts) {
  const { urls, store, send, sendSkipped, now, log } = parts;
  const all = urls.map(calendarId);
  const numberOf = (id: string) => all.indexOf(id) + 1;

  async function record(what: "failing" | "skipping", ids: readonly string[], result: SendResult) {
    if (isDone(result)) await store.run("recordCalendarNotice", { ids, what });
    else log.error({ reason: result.reason }, "the mail about calendars failed");
  }

  return async () => {
    if (all.length === 0) return;
    const at = now();
    const taken = await store.run("takeCalendarNotice", {
      ids: all,
      now: time(at),
      failingBefore: time(at - FAILING_MS),
      leaseUntil: time(at + NOTICE_LEASE_MS),
    });
    if (taken.kind !== "ok") return;
    const { failing, skipping } = taken.value;
    if (failing.length > 0) {
      const numbers = failing.map(({ id }) => numberOf(id)).toSorted((a, b) => a - b);
      const since = Math.max(...failing.map((calendar) => Date.parse(calendar.since)));
      const ids = failing.map(({ id }) => id);
      await record("failing", ids, await send(`calendars-${since.toString(36)}`, numbers));
    }
    if (skipping.length > 0) {
      const calendars = skipping.map(({ id, skipped }) => ({ number: numberOf(id), dates: skipped }));
      const ids = skipping.map(({ id }) => id);
      await record("skipping", ids, await sendSkipped(`events-${at.toString(36)}`, calendars));
    }
  };
}

interface FailureNoticeParts {
  outbox: Pick<Outbox, "failingMail">;
  webhookUrls: readonly string[];
  sendEvent: (id: string, url: string, event: DeliveryFailing) => Promise<SendResult>;
  now: () => number;
  log: Pick<WorkerLog, "error">;
}

interface Notice {
  id: string;
  event: DeliveryFailing;
  urls: Set<string>;
}

/** Reports in the log and to webhooks that mail has failed for an hour, or that a mail to the agency was given up. */
export function createFailureNotice(parts: FailureNoticeParts): () => Promise<void> {
  const { outbox, webhookUrls, sendEvent, now, log } = parts;
  let notice: Notice | undefined;

  /** If a webhook does not accept it, it is sent again every minute until there is a newer notice. */
  async function send({ id, event, urls }: Notice): Promise<void> {
    await Promise.all(
      [...urls].map(async (url) => {
        const { kind } = await sendEvent(id, url, event);
        if (kind !== "retry") urls.delete(url);
      }),
    );
  }

  return async () => {
    const result = await outbox.failingMail();
    if (result.kind === "notice" && result.failing) {
      const timestamp = new Date(now()).toISOString();
      const data = { channel: "mail" as const, ...result.failing };
      log.error(data, "mail is not delivered");
      notice = {
        id: randomUUID(),
        event: { type: "delivery.failing", timestamp, data },
        urls: new Set(webhookUrls),
      };
    }
    if (notice) await send(notice);
  };
}

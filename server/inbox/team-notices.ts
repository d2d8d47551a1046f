/** Tells the agency that mail fails (by log and webhooks), or by one mail what a week brought, or that calendars fail. */
import { randomUUID } from "node:crypto";
import { HOUR_MS } from "../../contract/durations.ts";
import { latestDays } from "../leads/days.ts";
import type { WorkerLog, SendResult, Outbox } from "../deliveries/outbox.ts";
import { signOf } from "../deliveries/signed-links.ts";
import { calendarId } from "../calls/calendars/calendars.ts";
import type { WeekReport } from "../deliveries/mail/team-mails.ts";
import type { Database } from "../store/database.ts";
import type { DeliveryFailing } from "../deliveries/webhook-channel.ts";
import { readCalendarCopies } from "../calls/calendar-copies.ts";
import { readWeek } from "./counts.ts";
import { claimNotice, recordNotice, type NoticeClaim } from "../deliveries/notices.ts";

/** The hour of the mail of the week. */
const MORNING_MS = 8 * HOUR_MS;
/** A calendar that has been unreadable for this long is reported by mail, once. */
const FAILING_MS = 6 * HOUR_MS;
/** Longer than a mail takes; a failed or interrupted one is retried after it. */
const NOTICE_LEASE_MS = HOUR_MS / 4;
/** The `id` is the same in every attempt. */
interface NoticeParts<About> {
  store: Database;
  /** @param member who alone gets it */
  send: (id: string, about: About, member?: string) => Promise<SendResult>;
  now: () => number;
  log: Pick<WorkerLog, "error">;
  /** Who gets, in place of that mail, one about their own leads. */
  members?: () => Promise<readonly string[]>;
}

export const time = (ms: number) => new Date(ms).toISOString();

export interface DigestParts<About> extends NoticeParts<About> {
  timeZone: string;
}

type Claim = Pick<NoticeClaim, "name" | "by" | "calendars"> & { after: number };

/** Read and nothing to say: no mail until the next time. */
export const NOTHING = Symbol("nothing to say");

/**
 * Sends one mail for each time `after`, whatever the number of processes. @param read what the mail says, to a member about
 * the member's leads; undefined: nothing to say by now, or the store is silent, and the lease ends
 */
export async function sendNotice<About>(
  { store, send, now, log, members }: NoticeParts<About>,
  { after, ...claim }: Claim,
  read: (
    about: number | string,
    sentAt: string,
    owner?: string,
  ) => Promise<About | typeof NOTHING | undefined>,
): Promise<void> {
  const at = now();
  const claimed = await claimNotice(store, {
    ...claim,
    now: time(at),
    after: time(after),
    leaseUntil: time(at + NOTICE_LEASE_MS),
  });
  if (claimed.kind !== "ok") return;
  const { leaseId, about, sentAt } = claimed.value;
  const content = await read(about, sentAt);
  if (content === undefined) return;
  const upTo = claim.name !== "storm" && typeof about === "string" ? about : time(after);
  if (content === NOTHING) {
    await recordNotice(store, { leaseId, upTo });
    return;
  }
  const id = `${claim.name}-${Date.parse(upTo).toString(36)}`;
  const isSent = (result: SendResult) => {
    if ("reason" in result)
      log.error({ reason: result.reason, notice: claim.name }, "a mail to the team failed");
    return result.kind === "sent" || result.kind === "written";
  };
  if (!isSent(await send(id, content))) return;
  const reminded = claim.name === "morning" ? upTo : undefined;
  await recordNotice(store, { leaseId, upTo, reminded });
  for (const member of (await members?.()) ?? []) {
    const own = await read(about, sentAt, member);
    if (own !== undefined && own !== NOTHING) isSent(await send(`${id}-${signOf(member)}`, own, member));
  }
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
    await sendNotice(parts, { name: "week", after: sent + MORNING_MS }, async () => {
      const [week, before] = await Promise.all([
        readWeek(store, { from, to }),
        readWeek(store, { from: earlier, to: from }),
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
  const { store, now, log, urls, send, sendSkipped } = parts;
  const calendars = urls.map(calendarId);
  const read = async () => {
    const copies = await readCalendarCopies(store, { ids: calendars });
    const readable = copies.kind === "ok" ? copies.value : [];
    return calendars.flatMap((id, index) => {
      const copy = readable.find((one) => one.id === id);
      return copy ? { ...copy, number: index + 1 } : [];
    });
  };
  return async () => {
    if (calendars.length === 0) return;
    const at = now();
    const after = at - FAILING_MS;
    await sendNotice({ store, send, now, log }, { name: "calendars", calendars, after }, async () => {
      const failing = (await read()).filter(
        ({ failingSince }) => failingSince && failingSince <= time(after),
      );
      return failing.length > 0 ? failing.map(({ number }) => number) : undefined;
    });
    const events = { name: "events", calendars, after: at } as const;
    await sendNotice({ store, send: sendSkipped, now, log }, events, async () => {
      const skipping = (await read()).filter(({ skipped }) => skipped.length > 0);
      return skipping.length > 0
        ? skipping.map(({ number, skipped: dates }) => ({ number, dates }))
        : undefined;
    });
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
    if (result.kind === "ok") {
      const timestamp = new Date(now()).toISOString();
      const data = { channel: "mail" as const, ...result.value };
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

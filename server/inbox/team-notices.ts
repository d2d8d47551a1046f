/** Tells the agency what a week brought, and that mail or calendars fail. */
import { randomUUID } from "node:crypto";
import { HOUR_MS } from "../../contract/durations.ts";
import { isoTime, latestDays } from "../leads/days.ts";
import type { WorkerLog, SendResult, Outbox } from "../deliveries/outbox.ts";
import { signOf } from "../deliveries/signed-links.ts";
import { calendarId } from "../calls/calendars/calendars.ts";
import type { WeekReport } from "../deliveries/mail/team-mails.ts";
import type { Database } from "../store/database.ts";
import type { DeliveryFailing } from "../deliveries/webhook-channel.ts";
import { readCalendarCopies } from "../calls/calendar-copies.ts";
import { readWeek } from "./counts.ts";
import { okValue } from "./forms.ts";
import { claimNotice, recordNotice, type NoticeClaim } from "../deliveries/notices.ts";

/** The hour of the mail of the week. */
const MORNING_MS = 8 * HOUR_MS;
/** A calendar that has been unreadable for this long is reported by mail, once. */
const FAILING_MS = 6 * HOUR_MS;
/** Longer than a mail takes; a failed or interrupted one is retried after it. */
const NOTICE_LEASE_MS = HOUR_MS / 4;

interface NoticeParts<About> {
  store: Database;
  /** @param id the same in every attempt @param member who alone gets it */
  send: (id: string, about: About, member?: string) => Promise<SendResult>;
  now: () => number;
  log: Pick<WorkerLog, "error">;
  /** Who gets, in place of that mail, one about their own leads. */
  members?: () => Promise<readonly string[]>;
}

export interface DigestParts<About> extends NoticeParts<About> {
  timeZone: string;
}

interface Claimed {
  /** What the mail is about: a number, or when what it tells of began. */
  about: number | string;
  sentAt: string;
}

/**
 * Sends one mail for each time `after`, whatever the number of processes. @param read what the mail says, to a member about
 * the member's leads; undefined: nothing, until the next time
 * @throws {Error} while the store is silent: the notice is tried again after its lease
 */
export async function sendNotice<About>(
  { store, send, now, log, members }: NoticeParts<About>,
  { after, ...claim }: Pick<NoticeClaim, "name" | "by" | "calendars"> & { after: number },
  read: (claimed: Claimed, owner?: string) => Promise<About | undefined>,
): Promise<void> {
  const [at, leaseUntil] = [isoTime(now()), isoTime(now() + NOTICE_LEASE_MS)];
  const claimed = await claimNotice(store, { ...claim, now: at, after: isoTime(after), leaseUntil });
  if (claimed.kind !== "ok") return;
  const { leaseId, about } = claimed.value;
  const upTo = claim.name !== "storm" && typeof about === "string" ? about : isoTime(after);
  const id = `${claim.name}-${Date.parse(upTo).toString(36)}`;
  const isSent = (result: SendResult) => {
    if ("reason" in result)
      log.error({ reason: result.reason, notice: claim.name }, "a mail to the team failed");
    return result.kind === "sent" || result.kind === "written";
  };
  const content = await read(claimed.value);
  if (content !== undefined && !isSent(await send(id, content))) return;
  const reminded = content !== undefined && claim.name === "morning" ? upTo : undefined;
  await recordNotice(store, { leaseId, upTo, reminded });
  if (content === undefined) return;
  for (const member of (await members?.()) ?? []) {
    const own = await read(claimed.value, member);
    if (own !== undefined) isSent(await send(`${id}-${signOf(member)}`, own, member));
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
    const last = monday - ((8 - firstDay) % 7);
    const [earlier = "", from = "", to = ""] = [last - 14, last - 7, last].map((day) => starts[day]);
    const after = Date.parse(starts[monday] ?? "") + MORNING_MS;
    await sendNotice(parts, { name: "week", after }, async () => ({
      from: names[last - 7] ?? "",
      week: okValue(await readWeek(store, { from, to })),
      before: okValue(await readWeek(store, { from: earlier, to: from })),
    }));
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

/** Mails the positions in `CALENDAR_URLS`, from 1. @returns a function to call every minute */
export function createCalendarNotice(parts: CalendarNoticeParts) {
  const { store, now, log, urls, send, sendSkipped } = parts;
  const calendars = urls.map(calendarId);
  const readCopies = async () => {
    const copies = okValue(await readCalendarCopies(store, { ids: calendars }));
    const numbered = copies.map((copy) => ({ ...copy, number: calendars.indexOf(copy.id) + 1 }));
    return numbered.toSorted((a, b) => a.number - b.number);
  };
  return async () => {
    if (calendars.length === 0) return;
    const after = now() - FAILING_MS;
    await sendNotice({ store, send, now, log }, { name: "calendars", calendars, after }, async () => {
      const copies = (await readCopies()).filter(
        ({ failingSince }) => failingSince && failingSince <= isoTime(after),
      );
      return copies.length > 0 ? copies.map(({ number }) => number) : undefined;
    });
    const events = { name: "events", calendars, after: now() } as const;
    await sendNotice({ store, send: sendSkipped, now, log }, events, async () => {
      const copies = (await readCopies()).filter(({ skipped }) => skipped.length > 0);
      return copies.length > 0 ? copies.map(({ number, skipped: dates }) => ({ number, dates })) : undefined;
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

/** Tells log and webhooks that mail fails for an hour, or that one to the agency was given up. */
export function createFailureNotice(parts: FailureNoticeParts): () => Promise<void> {
  const { outbox, webhookUrls, sendEvent, now, log } = parts;
  let notice: { id: string; event: DeliveryFailing } | undefined;
  /** Those that have not accepted it: it is sent again every minute until there is a newer one. */
  const urls = new Set<string>();

  return async () => {
    const result = await outbox.failingMail();
    if (result.kind === "ok") {
      const data = { channel: "mail" as const, ...result.value };
      log.error(data, "mail is not delivered");
      notice = { id: randomUUID(), event: { type: "delivery.failing", timestamp: isoTime(now()), data } };
      for (const url of webhookUrls) urls.add(url);
    }
    if (!notice) return;
    const { id, event } = notice;
    await Promise.all(
      [...urls].map(async (url) => {
        const { kind } = await sendEvent(id, url, event);
        if (kind !== "retry") urls.delete(url);
      }),
    );
  };
}

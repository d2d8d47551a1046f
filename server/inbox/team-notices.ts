/** Mails to the team, tried each minute: of a morning, late answers, many leads, a week, faults. */
import { randomUUID } from "node:crypto";
import type { CalendarState } from "../../contract/booking.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import { readCalendarCopies } from "../calls/calendar-copies.ts";
import { readToday } from "../calls/calendar.ts";
import { calendarId } from "../calls/calendars/calendars.ts";
import type { MorningWork, Storm, WaitingLeads, WeekReport } from "./team-mails.ts";
import { claimNotice, recordNotice, REMINDED_HOURS } from "../deliveries/notices.ts";
import type { NoticeClaim, noticeFailure } from "../deliveries/notices.ts";
import type { WorkerLog, SendResult } from "../deliveries/outbox.ts";
import { isQuiet, lastMorning, nextMorning, nextNight } from "../deliveries/quiet-hours.ts";
import { signOf } from "../deliveries/signed-links.ts";
import type { DeliveryFailing } from "../deliveries/webhook-channel.ts";
import { isoTime, latestDays } from "../leads/days.ts";
import type { Database } from "../store/database.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { readHealth, readStorm, readWaiting, readWeek } from "./counts.ts";

/** The hour of the mail of the week. */
const MORNING_MS = 8 * HOUR_MS;
/** A lead is mailed this long before its promised time, so that there is time to answer. */
const BEFORE_MS = 4 * HOUR_MS;
/** In the last hour of a day, leads whose time is over soon after the night are mailed, too. */
const EVENING_MS = HOUR_MS;
/** The mail of the morning has them, and is sent first. */
const AFTER_MORNING_MS = 15 * MINUTE_MS;
/** How long leads are collected into one mail. */
const STORM_MS = 10 * MINUTE_MS;
/** A calendar that has been unreadable for this long is reported by mail, once. */
const FAILING_MS = 6 * HOUR_MS;
/** Longer than a mail takes; a failed or interrupted one is retried after it. */
const NOTICE_LEASE_MS = HOUR_MS / 4;

interface Desk {
  store: Database;
  /** IANA name. */
  timeZone: string;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<WorkerLog, "error">;
}

/** @param id the same in every attempt @param member who alone gets it */
type Send<About> = (id: string, about: About, member?: string) => Promise<SendResult>;

/** Who gets, in place of the whole mail, one about their own leads. */
type Members = () => Promise<readonly string[]>;

/** `after` in milliseconds since 1970. */
type Claim = Pick<NoticeClaim, "name" | "by" | "calendars"> & { after: number };

type Claimed = NonNullable<Awaited<ReturnType<typeof claimNotice>>>;

/**
 * Sends one mail for each time `after`, whatever the number of processes. @param read what the mail
 * says, to a member about the member's leads; undefined: nothing, until the next time
 * @throws {StoreUnavailable} the notice is tried again after its lease
 */
async function sendNotice<About>(
  { store, now, log }: Desk,
  send: Send<About>,
  { after, ...claim }: Claim,
  read: (claimed: Claimed, owner?: string) => Promise<About | undefined>,
  members: Members = async () => [],
): Promise<void> {
  const [at, leaseUntil] = [isoTime(now()), isoTime(now() + NOTICE_LEASE_MS)];
  const claimed = await claimNotice(store, { ...claim, now: at, after: isoTime(after), leaseUntil });
  if (!claimed) return;
  const { leaseId, about } = claimed;
  const upTo = claim.name !== "storm" && typeof about === "string" ? about : isoTime(after);
  const id = `${claim.name}-${Date.parse(upTo).toString(36)}`;
  const isSent = (result: SendResult) => {
    if ("reason" in result)
      log.error({ reason: result.reason, notice: claim.name }, "a mail to the team failed");
    return result.kind === "sent" || result.kind === "written";
  };
  const content = await read(claimed);
  if (content !== undefined && !isSent(await send(id, content))) return;
  const reminded = content !== undefined && claim.name === "morning" ? upTo : undefined;
  await recordNotice(store, leaseId, upTo, reminded);
  if (content === undefined) return;
  for (const member of await members()) {
    const own = await read(claimed, member);
    if (own !== undefined) isSent(await send(`${id}-${signOf(member)}`, own, member));
  }
}

/** Mails what is overdue and due, follow-ups, and today's calls. */
export async function mailMorning(desk: Desk, send: Send<MorningWork>, members: Members) {
  const { store, timeZone, now } = desk;
  const at = now();
  if (isQuiet(at, timeZone)) return;
  const after = lastMorning(at, timeZone);
  await sendNotice(
    desk,
    send,
    { name: "morning", after },
    async ({ sentAt }, owner) => {
      const [past, time, night] = [0, at, nextNight(at, timeZone)].map(isoTime);
      const { calls, followUps } = await readToday(store, latestDays(1, timeZone, after), owner);
      const overdue = await readWaiting(store, { after: past, by: time, order: "latest", owner });
      const due = await readWaiting(store, { after: time, by: night, order: "soonest", owner });
      // Suspected leads belong to nobody.
      const suspected = owner === undefined ? (await readHealth(store, isoTime(at))).suspected : 0;
      // A lead that stays overdue causes no mail of its own again.
      const isLate = overdue.leads.some(({ dueAt }) => dueAt > sentAt);
      if (!isLate && calls.length + followUps.length + suspected === 0) return undefined;
      return { overdue, due, suspected, calls, followUps };
    },
    members,
  );
}

/** Mails each lead once whose promised time is near. */
export async function mailReminder(desk: Desk, send: Send<WaitingLeads>, members: Members) {
  const { store, timeZone, now } = desk;
  const at = now();
  if (isQuiet(at, timeZone) || at < lastMorning(at, timeZone) + AFTER_MORNING_MS) return;
  const isEvening = nextNight(at, timeZone) - at <= EVENING_MS;
  const by = isoTime(isEvening ? nextMorning(at, timeZone) + EVENING_MS : at + BEFORE_MS);
  await sendNotice(
    desk,
    send,
    { name: "reminder", after: at, by },
    async (_claimed, owner) => {
      const [after, all] = [isoTime(at), isoTime(at + REMINDED_HOURS * HOUR_MS)];
      const waiting = await readWaiting(store, { after, by: all, order: "soonest", owner });
      return waiting.count > 0 ? waiting : undefined;
    },
    members,
  );
}

/** Mails how many leads came after ten in ten minutes. */
export async function mailStorm(desk: Desk, send: Send<Storm>, mailLeadsAtNight: boolean) {
  const { store, timeZone, now } = desk;
  if (!mailLeadsAtNight && isQuiet(now(), timeZone)) return;
  const claim = { name: "storm", after: now(), by: isoTime(now() - STORM_MS) } as const;
  await sendNotice(desk, send, claim, ({ about }) => readStorm(store, String(about)));
}

/** Mails a week's figures on the Monday after it. @param firstDay of a week, from 1 for Monday */
export async function mailWeek(desk: Desk, send: Send<WeekReport>, firstDay: number) {
  const { store, timeZone, now } = desk;
  const { names, starts } = latestDays(29, timeZone, now());
  const isMonday = (day: string) => Temporal.PlainDate.from(day).dayOfWeek === 1;
  const hasBegun = (index: number) => Date.parse(starts[index] ?? "") + MORNING_MS <= now();
  const monday = names.findLastIndex((day, index) => isMonday(day) && hasBegun(index));
  const last = monday - ((8 - firstDay) % 7);
  const [earlier = "", from = "", to = ""] = [last - 14, last - 7, last].map((day) => starts[day]);
  const after = Date.parse(starts[monday] ?? "") + MORNING_MS;
  await sendNotice(desk, send, { name: "week", after }, async () => ({
    from: names[last - 7] ?? "",
    week: await readWeek(store, { from, to }),
    before: await readWeek(store, { from: earlier, to: from }),
  }));
}

type SendCopies = Send<readonly CalendarState[]>;

/** Mails which calendars cannot be read. */
export function mailCalendars(desk: Desk, send: SendCopies, urls: readonly string[]) {
  const after = desk.now() - FAILING_MS;
  const claim = { name: "calendars", after, calendars: urls.map(calendarId) } as const;
  const latest = isoTime(after);
  return mailCopies(
    desk,
    send,
    claim,
    ({ failingSince = "" }) => failingSince !== "" && failingSince <= latest,
  );
}

/** Mails the dates of events that are skipped, while all else of their calendars is read. */
export function mailSkippedEvents(desk: Desk, send: SendCopies, urls: readonly string[]) {
  const claim = { name: "events", after: desk.now(), calendars: urls.map(calendarId) } as const;
  return mailCopies(desk, send, claim, ({ skipped }) => skipped.length > 0);
}

/** @param isTold which calendars the mail is about */
async function mailCopies(
  desk: Desk,
  send: SendCopies,
  claim: Claim & { calendars: readonly string[] },
  isTold: (copy: CalendarState) => boolean,
): Promise<void> {
  const ids = claim.calendars;
  if (ids.length === 0) return;
  await sendNotice(desk, send, claim, async () => {
    const copies = await readCalendarCopies(desk.store, ids);
    const numbered = copies.map((copy) => ({ ...copy, number: ids.indexOf(copy.id) + 1 }));
    const told = numbered.filter(isTold).toSorted((a, b) => a.number - b.number);
    return told.length > 0 ? told : undefined;
  });
}

interface FailureNoticeParts {
  failingMail: () => ReturnType<typeof noticeFailure>;
  webhookUrls: readonly string[];
  sendEvent: (id: string, url: string, event: DeliveryFailing) => Promise<SendResult>;
  now: () => number;
  log: Pick<WorkerLog, "error">;
}

/** Tells log and webhooks that mail fails for an hour, or that one to the agency was given up. */
export function createFailureNotice(parts: FailureNoticeParts): () => Promise<void> {
  const { failingMail, webhookUrls, sendEvent, now, log } = parts;
  /** For each webhook that has not accepted it: sent every minute until there is a newer one. */
  const notices = new Map<string, { id: string; event: DeliveryFailing }>();

  return async () => {
    const failing = await ifAvailable(failingMail(), undefined);
    if (failing) {
      const data = { channel: "mail" as const, ...failing };
      log.error(data, "mail is not delivered");
      const event = { type: "delivery.failing", timestamp: isoTime(now()), data } as const;
      const notice = { id: randomUUID(), event };
      for (const url of webhookUrls) notices.set(url, notice);
    }
    for (const [url, { id, event }] of notices) {
      const { kind } = await sendEvent(id, url, event);
      if (kind !== "retry") notices.delete(url);
    }
  };
}

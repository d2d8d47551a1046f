/**
 * Reads busy times from calendars every five
 * minutes. After a failure, the earlier times stay.
 */

import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  isEmptied,
  type CalendarState,
} from "../../../contract/call/booking.ts";
import { MINUTE_MS, DAY_MS, isoTime } from "../../../contract/durations.ts";
import type { ServerContent } from "../../../contract/http/build-manifest.ts";
import type { Team } from "../../leads/team.ts";
import type { Env } from "../../settings/env.ts";
import type { Database } from "../../store/database.ts";
import { ifAvailable } from "../../store/unavailable.ts";
import {
  readCalendarCopies,
  readCallIds,
  storeReadResult,
} from "../stored-calls.ts";
import type { Busy, CalendarCopy, ReadResult } from "../stored-calls.ts";
import { fetchCalendar, type FetchSettings } from "./fetch-calendar.ts";
import { CalendarError, readInThread } from "./read-in-thread.ts";
import type { CalendarScope, ReadAnswer, Unread } from "./read-in-thread.ts";

type Settings = Omit<FetchSettings, "allowHosts"> &
  ReturnType<typeof calendarSettings>;
interface CalendarsParts extends Settings {
  team: Pick<Team, "addresses">;
  store: Database;
  log: { warn(about: object, message: string): void };
}

export type Calendars = ReturnType<typeof createCalendars>;

const READ_EVERY_MS = 5 * MINUTE_MS;
/**
 * How long a booking waits for the answers of
 * calendars, and then for reading those that came.
 */
const ANSWER_WAIT_MS = 3_000;
const READING_WAIT_MS = 10_000;
/**
 * A calendar with so many events to come is in
 * doubt if it has none at all the next time.
 */
const MANY_EVENTS = 2;
const DOUBT_MS = DAY_MS;

/**
 * The store's key for a calendar. It hides the
 * address, which is as good as a password.
 */
export const calendarId = (url: string) => hash("sha256", url, "hex");

/** What is stored of calendars, in the order of CALENDAR_URLS. */
export async function readCopies(store: Database, urls: readonly string[]) {
  const ids = urls.map(calendarId);
  const copies = await readCalendarCopies(store, ids);
  return copies
    .map((copy) => ({ ...copy, number: ids.indexOf(copy.id) + 1 }))
    .toSorted((a, b) => a.number - b.number);
}

export function createCalendars(parts: CalendarsParts) {
  const { urls, store, now, log } = parts;
  /** The calendars that are being read, by URL. */
  const readings = new Map<string, Promise<void>>();
  /** Those of them that have answered. */
  const answered = new Set<string>();

  /** Reads the calendars whose copies no process has renewed. */
  async function renew(maxAgeMs: number): Promise<void> {
    const copies = await ifAvailable(readCopies(store, urls));
    if (!copies) return;
    const copyOf = (url: string) =>
      copies.find(({ id }) => id === calendarId(url));
    const stale = urls.filter((url) => !isFresh(copyOf(url), now(), maxAgeMs));
    await Promise.all(stale.map((url) => readOnce(url, copyOf(url))));
  }

  /**
   * Each calendar is in force as soon as it
   * is read, however long the others take.
   */
  function readOnce(url: string, copy?: CalendarCopy): Promise<void> {
    const reading = () =>
      readAndStore(parts, url, copy, () => answered.add(url)).finally(() => {
        readings.delete(url);
        answered.delete(url);
      });
    return readings.getOrInsertComputed(url, reading);
  }

  const warn = (err: unknown) => log.warn({ err }, FAULT);

  function startRenewing(): void {
    renew(READ_EVERY_MS).catch(warn);
  }

  return {
    /** Reads the busy times without our own calls. */
    busy: async (): Promise<readonly Busy[]> =>
      (await readCopies(store, urls)).flatMap(({ busy }) => busy),
    /** None while the store cannot be used. */
    states: async (): Promise<CalendarState[]> => {
      const copies = await ifAvailable(readCopies(store, urls));
      return copies?.map(({ busy: _times, ...state }) => state) ?? [];
    },
    /**
     * Renews copies that are older than a minute. Waits for
     * all that answer in time, however busy the machine is,
     * and not for one that hangs. Never rejects.
     */
    refresh: async () => {
      await within(ANSWER_WAIT_MS, renew(MINUTE_MS).catch(warn));
      const ofAnswered = [...answered].flatMap(
        (url) => readings.get(url) ?? [],
      );
      await within(READING_WAIT_MS, Promise.allSettled(ofAnswered));
    },
    /** @returns a function that ends the renewals */
    start: () => {
      startRenewing();
      const timer = setInterval(startRenewing, MINUTE_MS).unref();
      return () => clearInterval(timer);
    },
  };
}

/**
 * A copy with a time in the future was written
 * while a clock ran ahead, so it is not fresh.
 */
function isFresh(
  copy: CalendarCopy | undefined,
  now: number,
  maxAgeMs: number,
): boolean {
  const age = now - Date.parse(copy?.triedAt ?? "");
  return age >= 0 && age < maxAgeMs;
}

/** @param copy what is stored of the calendar so far */
async function readAndStore(
  parts: CalendarsParts,
  url: string,
  copy: CalendarCopy | undefined,
  onAnswer: () => void,
): Promise<void> {
  const { store, team, now } = parts;
  const since = isoTime(now() - DAY_MS);
  const callIds = (await ifAvailable(readCallIds(store, since))) ?? [];
  const owners = [...parts.owners, ...(await team.addresses())];
  const settings = { ...parts, owners, callIds };
  const reading = await readCalendarAt(url, settings, async () => {
    const body = await fetchCalendar(url, settings);
    onAnswer();
    return body;
  });
  const result = resultOf(reading, copy, now());
  await ifAvailable(
    storeReadResult(store, calendarId(url), result, isoTime(now())),
  );
}

const FAULT = "reading calendars stopped because of a fault in the program";

const within = (ms: number, working: Promise<unknown>) =>
  Promise.race([working, sleep(ms, undefined, { ref: false })]);

/**
 * What is stored of a reading: not an empty
 * calendar, for a day, in the place of many events.
 */
function resultOf(
  reading: ReadAnswer,
  copy: CalendarCopy | undefined,
  at: number,
): ReadResult {
  if ("reason" in reading) return { kind: "failed", ...reading };
  if (reading.isEmpty && copy && isInDoubt(copy, at))
    return { kind: "emptied", reason: EMPTIED };
  const { busy, unread } = reading;
  return { kind: "read", busy, skipped: daysOf(unread) };
}

const EMPTIED = "It has no event at all, and had many before.";

function isInDoubt(copy: CalendarCopy, at: number): boolean {
  const coming = copy.busy.filter(({ endsAt }) => Date.parse(endsAt) > at);
  const { failingSince = "" } = copy;
  const isOver = isEmptied(copy) && at - Date.parse(failingSince) >= DOUBT_MS;
  return coming.length >= MANY_EVENTS && !isOver;
}

export const daysOf = (unread: readonly Unread[]) => [
  ...new Set(unread.map(({ day }) => day)),
];

/**
 * Rejects only for a fault in the program.
 * @param load may reject with a `CalendarError`
 */
export async function readCalendarAt(
  url: string,
  settings: Omit<Settings, "urls"> & Pick<CalendarScope, "callIds">,
  load = () => fetchCalendar(url, settings),
  window?: Pick<CalendarScope, "from" | "until">,
): Promise<ReadAnswer> {
  const { timeZone: zone, horizonDays, owners } = settings;
  const { callIds = [], now } = settings;
  // The URL of a Google calendar contains its owner's email address.
  const inAddress = url.replaceAll("%40", "@").split(/[/?&=]/);
  const scope = {
    zone,
    callIds,
    owners: [...owners, ...inAddress].map((one) => one.toLowerCase()),
    // A copy that is two weeks old still covers all days that can be booked.
    from: now() - DAY_MS,
    until: now() + (horizonDays + 15) * DAY_MS,
    ...window,
  };
  try {
    return await readInThread(await load(), scope);
  } catch (error) {
    if (error instanceof CalendarError) return { reason: error.message };
    throw error;
  }
}

export function calendarSettings(
  { outbox }: Pick<Env, "outbox">,
  { site, workingHours }: Pick<ServerContent, "site" | "workingHours">,
) {
  const {
    calendarUrls,
    webhookAllowHosts,
    timeZone,
    notifyEmail = [],
    mailFrom,
  } = outbox;
  return {
    urls: calendarUrls,
    allowHosts: webhookAllowHosts,
    timeZone,
    horizonDays: workingHours.horizonDays,
    owners: [
      ...notifyEmail,
      ...(mailFrom ? [mailFrom.address] : []),
      site.contactEmail,
    ],
    now: Date.now,
  };
}

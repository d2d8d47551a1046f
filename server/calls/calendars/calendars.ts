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
import {
  readCalendarCopies,
  readCallIds,
  storeReadResult,
} from "../stored-calls.ts";
import type { Busy, CalendarCopy, ReadResult } from "../stored-calls.ts";
import type { Database } from "../../store/database.ts";
import { ifAvailable } from "../../store/unavailable.ts";
import { fetchCalendar, type FetchSettings } from "./fetch-calendar.ts";
import { CalendarError, readInThread } from "./read-in-thread.ts";
import type { CalendarScope, ReadAnswer, Unread } from "./read-in-thread.ts";
import type { ServerContent } from "../../../contract/http/build-manifest.ts";
import type { Env } from "../../settings/env.ts";
import { MINUTE_MS, DAY_MS, isoTime } from "../../../contract/durations.ts";
import type { Team } from "../../leads/team.ts";

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

export function createCalendars(parts: CalendarsParts) {
  const { urls, now, log } = parts;
  const ids = urls.map(calendarId);
  const copies = createCopies(parts.store, ids, now);
  /** The calendars that are being read, by id. */
  const readings = new Map<string, Promise<void>>();
  /** Those of them that have answered. */
  const answered = new Set<string>();

  /**
   * Loads the copies that other processes renewed.
   * Then reads the calendars that are still stale.
   */
  async function renew(maxAgeMs: number): Promise<void> {
    await copies.load();
    const stale = urls.filter(
      (url) => !copies.isFresh(calendarId(url), maxAgeMs),
    );
    await Promise.all(stale.map(readOnce));
  }

  /**
   * Each calendar is in force as soon as it
   * is read, however long the others take.
   */
  function readOnce(url: string): Promise<void> {
    const id = calendarId(url);
    const reading = () =>
      readAndStore(parts, url, copies.find(id), () => answered.add(id))
        .then(() => copies.load())
        .finally(() => {
          readings.delete(id);
          answered.delete(id);
        });
    return readings.getOrInsertComputed(id, reading);
  }

  const warn = (err: unknown) => log.warn({ err }, FAULT);

  function startRenewing(): void {
    renew(READ_EVERY_MS).catch(warn);
  }

  return {
    /**
     * Busy times without our own calls. The array
     * stays the same until copies are read again.
     */
    busy: copies.busy,
    states: (): CalendarState[] =>
      ids.flatMap((id, index) => {
        const copy = copies.find(id);
        if (!copy) return [];
        const { busy: _times, ...state } = copy;
        return { ...state, number: index + 1 };
      }),
    /**
     * Renews copies that are older than a minute. Waits for
     * all that answer in time, however busy the machine is,
     * and not for one that hangs. Never rejects.
     */
    refresh: async () => {
      if (ids.every((id) => copies.isFresh(id, MINUTE_MS))) return;
      await within(ANSWER_WAIT_MS, renew(MINUTE_MS).catch(warn));
      const ofAnswered = [...answered].flatMap((id) => readings.get(id) ?? []);
      await within(READING_WAIT_MS, Promise.allSettled(ofAnswered));
    },
    /**
     * Waits for the copies in the store.
     * @returns a function that ends the renewals
     */
    start: async () => {
      await copies.load();
      startRenewing();
      const timer = setInterval(startRenewing, MINUTE_MS).unref();
      return () => clearInterval(timer);
    },
  };
}

/** The stored copies of the calendars, in memory. */
function createCopies(
  store: Database,
  ids: readonly string[],
  now: () => number,
) {
  let copies: CalendarCopy[] = [];
  let busy: readonly Busy[] = [];
  let loading = Promise.resolve();

  const find = (id: string) => copies.find((copy) => copy.id === id);

  async function loadNow(): Promise<void> {
    copies = (await ifAvailable(readCalendarCopies(store, ids))) ?? copies;
    busy = copies.flatMap((copy) => copy.busy);
  }

  return {
    find,
    busy: (): readonly Busy[] => busy,

    /**
     * A copy with a time in the future was written
     * while a clock ran ahead, so it is not fresh.
     */
    isFresh(id: string, maxAgeMs: number): boolean {
      const age = now() - Date.parse(find(id)?.triedAt ?? "");
      return age >= 0 && age < maxAgeMs;
    },

    /** One load follows another, so no older result replaces a newer one. */
    load(): Promise<void> {
      loading = loading.then(loadNow);
      return loading;
    },
  };
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

/** Reads busy times from calendars every five minutes. After a failure, the earlier times stay. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { CalendarState } from "../../../contract/call/booking.ts";
import {
  readCalendarCopies,
  readCallIds,
  storeReadResult,
} from "../stored-calls.ts";
import type { Busy, CalendarCopy } from "../stored-calls.ts";
import type { Database } from "../../store/database.ts";
import { ifAvailable } from "../../store/unavailable.ts";
import { fetchCalendar, type FetchSettings } from "./fetch-calendar.ts";
import { CalendarError, readInThread } from "./read-in-thread.ts";
import type { Look, ReadAnswer, Unread } from "./read-in-thread.ts";
import type { ServerContent } from "../../../contract/http/build-manifest.ts";
import type { Env } from "../../settings/env.ts";
import { MINUTE_MS, DAY_MS } from "../../../contract/durations.ts";
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
const PATIENCE_MS = 3_000;

/** The store's key for a calendar. It hides the address, which is as good as a password. */
export const calendarId = (url: string) =>
  createHash("sha256").update(url).digest("hex");

export function createCalendars(parts: CalendarsParts) {
  const { urls, team, store, now, log } = parts;
  const calendars = urls.map((url, index) => ({
    url,
    id: calendarId(url),
    number: index + 1,
  }));
  const ids = calendars.map(({ id }) => id);
  let copies: CalendarCopy[] = [];
  let busy: readonly Busy[] = [];
  let renewing: Promise<void> | undefined;

  /** A copy with a time in the future was written while a clock ran ahead, so it is not fresh. */
  function isFresh(id: string, maxAgeMs: number): boolean {
    const age =
      now() - Date.parse(copies.find((copy) => copy.id === id)?.triedAt ?? "");
    return age >= 0 && age < maxAgeMs;
  }

  async function load(): Promise<void> {
    copies = await ifAvailable(readCalendarCopies(store, ids), copies);
    busy = copies.flatMap((copy) => copy.busy);
  }

  /** Loads the copies that other processes renewed. Then reads calendars that are still stale. */
  async function renew(maxAgeMs: number): Promise<void> {
    await load();
    const stale = calendars.filter(({ id }) => !isFresh(id, maxAgeMs));
    await Promise.all(stale.map((calendar) => readAndStore(calendar)));
    if (stale.length > 0) await load();
  }

  async function readAndStore({
    id,
    url,
  }: (typeof calendars)[number]): Promise<void> {
    const since = new Date(now() - DAY_MS).toISOString();
    const callIds = await ifAvailable(readCallIds(store, since), []);
    const owners = [...parts.owners, ...(await team.addresses())];
    const reading = await readCalendarAt(url, { ...parts, owners, callIds });
    const result =
      "reason" in reading
        ? reading
        : { ...reading, skipped: daysOf(reading.unread) };
    await ifAvailable(
      storeReadResult(store, id, result, new Date(now()).toISOString()),
      undefined,
    );
  }

  function startRenewing(maxAgeMs: number): void {
    renewing ??= renew(maxAgeMs)
      .catch((err: unknown) =>
        log.warn(
          { err },
          "reading calendars stopped because of a fault in the program",
        ),
      )
      .finally(() => (renewing = undefined));
  }

  return {
    /** Busy times without our own calls. The array stays the same until copies are read again. */
    busy: (): readonly Busy[] => busy,
    states: (): CalendarState[] =>
      calendars.flatMap(({ id, number }) => {
        const ofCalendar = copies.filter((copy) => copy.id === id);
        return ofCalendar.map(({ busy: _times, ...state }) => ({
          ...state,
          number,
        }));
      }),
    /** Renews copies that are older than a minute. Waits at most 3 s for them. Never rejects. */
    refresh: async () => {
      const late = sleep(PATIENCE_MS, undefined, { ref: false });
      // The first renewal may be one that `start` began. Such a renewal skips calendars read in the
      // last five minutes, so a second renewal may follow.
      for (
        let round = 0;
        round < 2 && !ids.every((id) => isFresh(id, MINUTE_MS));
        round++
      ) {
        startRenewing(MINUTE_MS);
        await Promise.race([renewing, late]);
      }
    },
    start: () => {
      startRenewing(READ_EVERY_MS);
      setInterval(() => startRenewing(READ_EVERY_MS), MINUTE_MS).unref();
    },
  };
}

export const daysOf = (unread: readonly Unread[]) => [
  ...new Set(unread.map(({ day }) => day)),
];

/** Rejects only for a fault in the program. @param load may reject with a `CalendarError` */
export async function readCalendarAt(
  url: string,
  settings: Omit<Settings, "urls"> & Pick<Look, "callIds">,
  load = () => fetchCalendar(url, settings),
  window?: Pick<Look, "from" | "until">,
): Promise<ReadAnswer> {
  const { timeZone: zone, horizonDays, owners, callIds = [], now } = settings;
  // A copy that is two weeks old still covers all days that can be booked.
  const bookable = {
    from: now() - DAY_MS,
    until: now() + (horizonDays + 15) * DAY_MS,
  };
  // The URL of a Google calendar contains its owner's email address.
  const inAddress = url.replaceAll("%40", "@").split(/[/?&=]/);
  const addresses = [...owners, ...inAddress];
  const look = {
    zone,
    callIds,
    owners: addresses.map((one) => one.toLowerCase()),
  };
  try {
    return await readInThread(await load(), {
      ...look,
      ...(window ?? bookable),
    });
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

/** Calendars whose events block times, read every five minutes. A failing one keeps its last times. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Busy, CalendarState } from "../../../contract/booking.ts";
import type { CalendarCopy } from "../../storage/calendar-copies.ts";
import type { Store } from "../../storage/operations.ts";
import { CalendarError, readInThread, type Unread } from "./read-in-thread.ts";
import type { ServerContent } from "../../../contract/build-manifest.ts";
import type { Env } from "../../configuration/env.ts";
import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { codeOf } from "../../../contract/error-code.ts";
import { MINUTE_MS, DAY_MS } from "../../../contract/durations.ts";
import type { Team } from "../../leads/team.ts";
import { requestFollowing, type Reach } from "../../network/checked-host.ts";

interface CalendarsParts extends FetchSettings {
  urls: readonly string[];
  /** IANA name of the zone of floating times and whole days. */
  timeZone: string;
  /** How far ahead calls can be booked. */
  horizonDays: number;
  /** The agency's email addresses beside the team's: events that one of them declined do not block. */
  owners: readonly string[];
  team: Pick<Team, "addresses">;
  store: Pick<Store, "run">;
  now: () => number;
  log: { warn(about: object, message: string): void };
}

export type Calendars = ReturnType<typeof createCalendars>;

const READ_EVERY_MS = 5 * MINUTE_MS;
const PATIENCE_MS = 3_000;

/** The store's key for a calendar, since its address is as good as a password. */
export const calendarId = (url: string) => createHash("sha256").update(url).digest("hex");

export function createCalendars(parts: CalendarsParts) {
  const { urls, store, now, log } = parts;
  const calendars = urls.map((url, index) => ({ url, id: calendarId(url), number: index + 1 }));
  const ids = calendars.map(({ id }) => id);
  let copies: CalendarCopy[] = [];
  let renewing: Promise<void> | undefined;

  const copyOf = (id: string) => copies.find((copy) => copy.id === id);

  /** A future time was written by a clock that ran ahead. */
  function isFresh(id: string, maxAgeMs: number): boolean {
    const age = now() - Date.parse(copyOf(id)?.triedAt ?? "");
    return age >= 0 && age < maxAgeMs;
  }

  async function load(): Promise<void> {
    const found = await store.run("calendarCopies", { ids });
    if (found.kind === "ok") copies = found.value;
  }

  /** Skips calendars that another process has read in the meantime. */
  async function renew(maxAgeMs: number): Promise<void> {
    await load();
    const stale = calendars.filter(({ id }) => !isFresh(id, maxAgeMs));
    await Promise.all(stale.map((calendar) => keep(calendar)));
    if (stale.length > 0) await load();
  }

  async function keep({ id, url, number }: (typeof calendars)[number]): Promise<void> {
    const reading = await readCalendarAt(url, parts);
    const result = "reason" in reading ? reading : { busy: reading.busy, skipped: daysOf(reading.unread) };
    const before = copyOf(id);
    if ("reason" in result && before?.reason !== result.reason)
      log.warn({ calendar: number, ...result }, "a calendar of CALENDAR_URLS cannot be read");
    if ("skipped" in result && result.skipped.join() !== (before?.skipped ?? []).join())
      log.warn({ calendar: number, events: result.skipped }, "events of a calendar cannot be read");
    await store.run("keepCalendar", { id, now: new Date(now()).toISOString(), result });
  }

  function begin(maxAgeMs: number): void {
    renewing ??= renew(maxAgeMs)
      .catch((err: unknown) =>
        log.warn({ err }, "no calendar could be read because of a fault in the program"),
      )
      .finally(() => (renewing = undefined));
  }

  return {
    /** Busy times, without our own calls. */
    busy: (): readonly Busy[] => copies.flatMap(({ busy }) => busy),
    states: (): CalendarState[] =>
      calendars.flatMap(({ id, number }) => {
        const { busy: _, ...state } = copyOf(id) ?? { busy: [] };
        return "id" in state ? [{ ...state, number }] : [];
      }),
    /** Re-reads calendars older than a minute; gives up waiting after 3 s. Never rejects. */
    refresh: async () => {
      const late = sleep(PATIENCE_MS, undefined, { ref: false });
      // A read that is under way may miss events that are only a few minutes old.
      for (let round = 0; round < 2 && !ids.every((id) => isFresh(id, MINUTE_MS)); round++) {
        begin(MINUTE_MS);
        await Promise.race([renewing, late]);
      }
    },
    /** @returns a function that ends the reading */
    start: () => {
      begin(READ_EVERY_MS);
      const timer = setInterval(() => begin(READ_EVERY_MS), MINUTE_MS).unref();
      return () => clearInterval(timer);
    },
  };
}

/** The dates of events that were not read whole, each once. */
export const daysOf = (unread: readonly Unread[]) => [...new Set(unread.map(({ day }) => day))];

/** Reads one calendar now. Rejects only because of a fault in the program. */
export async function readCalendarAt(url: string, settings: Omit<CalendarsParts, "urls" | "store" | "log">) {
  const { timeZone, horizonDays, owners, team, now } = settings;
  const look = {
    zone: timeZone,
    from: now() - DAY_MS,
    until: now() + (horizonDays + 2) * DAY_MS,
    // The address of a Google calendar names whose it is.
    owners: [...owners, ...(await team.addresses()), ...url.replaceAll("%40", "@").split(/[/?&=]/)].map(
      (one) => one.toLowerCase(),
    ),
  };
  try {
    return await readInThread(await fetchCalendar(url, settings), look);
  } catch (error) {
    if (error instanceof CalendarError) return { reason: error.message };
    throw error;
  }
}

export function calendarSettings(
  { outbox }: Pick<Env, "outbox">,
  { site, workingHours }: Pick<ServerContent, "site" | "workingHours">,
): Omit<CalendarsParts, "store" | "log" | "team"> {
  const { calendarUrls, webhookAllowHosts, timeZone, notifyEmail = [], mailFrom } = outbox;
  return {
    urls: calendarUrls,
    allowHosts: webhookAllowHosts,
    timeZone,
    horizonDays: workingHours.horizonDays,
    owners: [...notifyEmail, ...(mailFrom ? [mailFrom.address] : []), site.contactEmail],
    now: Date.now,
  };
}

export interface FetchSettings extends Reach {
  /** Milliseconds for all redirects together; 10,000 by default. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Unpacked. */
const MAX_BYTES = 10 * 1024 * 1024;
/** Ten megabytes line by line. Each takes some hundred bytes of memory, even one of a single byte. */
const MAX_PIECES = 300_000;

/** A Map, because the key is a stranger's header: a name like `constructor` must find nothing. */
const UNPACK = new Map<string, () => NodeJS.ReadWriteStream>([
  ["gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

const HEADERS = {
  accept: "text/calendar",
  "accept-encoding": [...UNPACK.keys()].join(", "),
  "user-agent": "Nightshift-Calendars",
};

const UNREACHED = {
  private: "It leads to an address that is not on the public internet.",
  forbidden: "It leads to an address without TLS.",
  endless: "It redirects too often.",
};

/** @throws {CalendarError} when there is no answer that could be a calendar. */
export async function fetchCalendar(
  address: string,
  { timeoutMs = TIMEOUT_MS, ...reach }: FetchSettings,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await requestFollowing(address, reach, { headers: HEADERS, signal });
    if (typeof response === "string") throw new CalendarError(UNREACHED[response]);
    if (response.statusCode === 200) return await readBody(response, signal);
    response.destroy();
    throw new CalendarError(`The answer was ${response.statusCode}.`);
  } catch (error) {
    if (signal.aborted) throw new CalendarError("The answer took too long.");
    const code = codeOf(error);
    if (error instanceof CalendarError || code === undefined) throw error;
    throw new CalendarError(`The connection failed (${code}).`);
  }
}

async function readBody(response: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const unpack = UNPACK.get(response.headers["content-encoding"]?.toLowerCase() ?? "");
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new CalendarError("The answer is larger than 10 MB.");
      if (chunks.push(chunk) > MAX_PIECES) throw new CalendarError("The answer comes in too many pieces.");
    }
  };
  await pipeline(response, unpack?.() ?? new PassThrough(), collect, { signal });
  return Buffer.concat(chunks);
}

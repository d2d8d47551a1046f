import { attempt } from "../../contract/attempt.ts";
import type { Availability, Booking } from "../../contract/call/booking.ts";
import { DAY_MS, isoTime } from "../../contract/durations.ts";
import { isSameTime } from "../../contract/locale/same-time.ts";
import type { Database } from "../store/database.ts";
import { ifAvailable } from "../store/unavailable.ts";
import type { Calendars } from "./calendars/calendars.ts";
import { nearestTo, openTimes } from "./open-times.ts";
import { readBusyTimes, type Busy } from "./stored-calls.ts";

/**
 * If another process books a time, a calendar is read again, or somebody
 * marks a lead with a call as spam, pages show the time as before for at
 * most this long. Whoever books it is asked again by the store.
 */
const CACHE_MS = 2_000;

/** `old`: the times were read before the store failed. */
export type Openings = { notice?: "old" } & ReturnType<typeof openTimes>;

/**
 * An offered or stored time. No store takes every
 * year, so the years are from 2000 to 2099.
 */
const INSTANT = /^20\d\d-\d\d-\d\dT\d\d:\d\d:00(?:\.000)?Z$/;

export const isInstant = (text: string): boolean =>
  INSTANT.test(text) &&
  attempt(() => Temporal.Instant.from(text)) !== undefined;

/** The call that a visitor asks for, as typed. */
export type Wish = Pick<Booking, "startsAt" | "zone" | "phone">;

interface OpenTimesParts {
  availability: Availability;
  store: Database;
  calendars: Pick<Calendars, "busy" | "refresh">;
  now: () => number;
}

export type OpenTimes = ReturnType<typeof createOpenTimes>;

/** Reads the open times from the store, and caches them for `CACHE_MS`. */
export function createOpenTimes(parts: OpenTimesParts) {
  const { availability, calendars, now } = parts;
  let lastBusy: readonly Busy[] | undefined;
  let cached: { at: number; openings: Promise<Openings> } | undefined;

  function read(): Promise<Openings> {
    const at = now();
    // If the clock was set back meanwhile, `cached.at` is in the future.
    if (cached && Math.abs(at - cached.at) < CACHE_MS) return cached.openings;
    const openings = readBusy(parts).then((all) => {
      lastBusy = all;
      return openTimes(availability, all, at);
    });
    cached = { at, openings };
    return openings;
  }

  function forget(): void {
    cached = undefined;
  }

  /**
   * The times to which a call can be moved. The call does not block other times
   * that overlap its present time. The present time itself is not offered.
   */
  async function readToMove(movedFrom: string): Promise<Openings> {
    const others = (await readBusy(parts)).filter(
      ({ kind, startsAt }) =>
        kind !== "call" || !isSameTime(startsAt, movedFrom),
    );
    return openTimes(availability, others, now(), movedFrom);
  }

  return {
    timeZone: availability.timeZone,
    read,
    readToMove,

    /**
     * Why a wished time cannot be booked; undefined if it is open. The store
     * checks again when it books, because another request may be faster. @param
     * movedFrom when the call starts that the visitor moves
     */
    async refusalOf(startsAt: string, movedFrom?: string) {
      if (!isInstant(startsAt)) return { kind: "never" } as const;
      const readTimes = () => (movedFrom ? readToMove(movedFrom) : read());
      const isWished = (time: string) => isSameTime(time, startsAt);
      // Calendars are fetched only for a time that
      // seems open. They may show the time as taken.
      if ((await readTimes()).times.some(isWished)) {
        await calendars.refresh();
        forget();
      }
      const { times, taken } = await readTimes();
      if (times.some(isWished)) return undefined;
      return { kind: taken.some(isWished) ? "taken" : "never" } as const;
    },

    /** By the busy times that were read before the store failed, if any. */
    lastKnown(): Openings | undefined {
      return (
        lastBusy && {
          ...openTimes(availability, lastBusy, now()),
          notice: "old",
        }
      );
    },

    forget,

    /**
     * The open times nearest to `startsAt`, which
     * is not open; none if the store fails.
     */
    async nearest(startsAt: string): Promise<string[]> {
      const openings = await ifAvailable(read());
      return nearestTo(openings?.times ?? [], startsAt);
    },
  };
}

async function readBusy({ store, calendars, now }: OpenTimesParts) {
  // Calls of today that are over still count toward `callsPerDay`.
  const stored = await readBusyTimes(store, isoTime(now() - DAY_MS));
  return [...stored, ...(await calendars.busy())];
}

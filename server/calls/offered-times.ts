import type { Availability, Booking } from "../../contract/booking.ts";
import { DAY_MS, HOUR_MS } from "../../contract/durations.ts";
import { isoTime } from "../leads/days.ts";
import type { Database } from "../store/database.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { readBusyTimes, type Busy } from "./stored-calls.ts";
import type { Calendars } from "./calendars/calendars.ts";
import { keepTimes, nearestTo, openTimes } from "./open-times.ts";

/** If another process books a time, pages show the time as taken after at most so long. */
const CACHE_MS = 2_000;

/** `old`: the times were read before the store failed. */
export type Openings = { notice?: "old" } & ReturnType<typeof openTimes>;

export interface OpenTimesParts {
  availability: Availability;
  store: Database;
  calendars: Pick<Calendars, "busy">;
  now: () => number;
}

export type OpenTimes = ReturnType<typeof createOpenTimes>;

/** Reads the open times from the store, and caches them for `CACHE_MS`. */
export function createOpenTimes({ availability, store, calendars, now }: OpenTimesParts) {
  let lastGood: Openings | undefined;
  let cached: { at: number; busy: readonly Busy[]; openings: Promise<Openings> } | undefined;

  async function readAll(blocks: (busy: Busy) => boolean = () => true): Promise<Openings> {
    // Calls of today that are over still count toward `callsPerDay`.
    const busy = await readBusyTimes(store, isoTime(now() - DAY_MS));
    return openTimes(availability, [...busy.filter(blocks), ...calendars.busy()], now());
  }

  function read(): Promise<Openings> {
    const [at, busy] = [now(), calendars.busy()];
    // If the clock was set back meanwhile, `cached.at` is in the future.
    if (cached && Math.abs(at - cached.at) < CACHE_MS && cached.busy === busy) return cached.openings;
    cached = { at, busy, openings: readAll().then((all) => (lastGood = all)) };
    return cached.openings;
  }

  return {
    timeZone: availability.timeZone,
    read,

    /**
     * The times to which a call can be moved. The moved call leaves its time, so it blocks no
     * times that overlap that time. But its present time is not offered.
     */
    async readToMove({ startsAt }: Pick<Booking, "startsAt">): Promise<Openings> {
      const isOther = (at: string) => Date.parse(at) !== Date.parse(startsAt);
      const free = await readAll((busy) => !busy.call || isOther(busy.startsAt));
      return keepTimes(free, isOther, availability);
    },

    /** The times read before the store failed; undefined if no time can still be booked. */
    lastKnown(): Openings | undefined {
      const soonest = isoTime(now() + availability.noticeHours * HOUR_MS);
      const bookable = lastGood && keepTimes(lastGood, (at) => at >= soonest, availability);
      return bookable && bookable.times.length > 0 ? { ...bookable, notice: "old" } : undefined;
    },

    forget(): void {
      cached = undefined;
    },

    /** The open times nearest to `startsAt`, which is not open; none if the store fails. */
    async nearest(startsAt: string): Promise<string[]> {
      const openings = await ifAvailable(read(), undefined);
      // If `startsAt` is unreadable, the soonest times are returned: those nearest to now.
      return nearestTo(openings?.times ?? [], Date.parse(startsAt) || now());
    },
  };
}

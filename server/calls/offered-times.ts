import type { Availability, Booking } from "../../contract/booking.ts";
import { DAY_MS, HOUR_MS } from "../../contract/durations.ts";
import { isoTime } from "../leads/days.ts";
import type { Database } from "../store/database.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { readBusyTimes, type Busy } from "./stored-calls.ts";
import type { Calendars } from "./calendars/calendars.ts";
import { keepTimes, nearestTo, openTimes } from "./open-times.ts";

/** Milliseconds after which a call that another process booked is shown as taken. */
const KEPT_MS = 2_000;

/** `old`: the times were read before the store failed. */
export type Openings = { notice?: "old" } & ReturnType<typeof openTimes>;

export interface OpenTimesParts {
  availability: Availability;
  store: Database;
  calendars: Pick<Calendars, "busy">;
  now: () => number;
}

export type OpenTimes = ReturnType<typeof createOpenTimes>;

/** Reads the open times from the store, and keeps them for `KEPT_MS`. */
export function createOpenTimes({ availability, store, calendars, now }: OpenTimesParts) {
  let lastGood: Openings | undefined;
  let kept: { at: number; busy: readonly Busy[]; openings: Promise<Openings> } | undefined;

  async function readAll(isInTheWay: (one: Busy) => boolean = () => true): Promise<Openings> {
    // Calls of today that are over still count toward `callsPerDay`.
    const busy = await readBusyTimes(store, isoTime(now() - DAY_MS));
    return openTimes(availability, [...busy.filter(isInTheWay), ...calendars.busy()], now());
  }

  function read(): Promise<Openings> {
    const [at, busy] = [now(), calendars.busy()];
    // If the clock was set back since, `kept.at` is in the future.
    if (kept && Math.abs(at - kept.at) < KEPT_MS && kept.busy === busy) return kept.openings;
    kept = { at, busy, openings: readAll().then((all) => (lastGood = all)) };
    return kept.openings;
  }

  return {
    timeZone: availability.timeZone,
    read,

    /**
     * The times to which a call can be moved. The call does not block times that overlap it, since
     * it leaves its own time; that time itself is not offered.
     */
    async readToMove({ startsAt }: Pick<Booking, "startsAt">): Promise<Openings> {
      const isOther = (at: string) => Date.parse(at) !== Date.parse(startsAt);
      const free = await readAll((one) => !one.call || isOther(one.startsAt));
      return keepTimes(free, isOther, availability);
    },

    /** The times read before the store failed; undefined if none of them can still be booked. */
    lastKnown(): Openings | undefined {
      const soonest = isoTime(now() + availability.noticeHours * HOUR_MS);
      const ahead = lastGood && keepTimes(lastGood, (at) => at >= soonest, availability);
      return ahead && ahead.times.length > 0 ? { ...ahead, notice: "old" } : undefined;
    },

    forget(): void {
      kept = undefined;
    },

    /** The open times around one that is not open, nearest first; none while the store fails. */
    async nearest(startsAt: string): Promise<string[]> {
      const openings = await ifAvailable(read(), undefined);
      // Without a readable time, these are the soonest.
      return nearestTo(openings?.times ?? [], Date.parse(startsAt) || now());
    },
  };
}

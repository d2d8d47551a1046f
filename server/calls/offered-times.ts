/** The open times that pages offer, read from the store and kept for two seconds. */
import { isDeepStrictEqual } from "node:util";
import type { Availability, Booking } from "../../contract/booking.ts";
import { DAY_MS, HOUR_MS } from "../../contract/durations.ts";
import type { Database } from "../store/database.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { readBusyTimes, type Busy } from "./calendar.ts";
import type { Calendars } from "./calendars/calendars.ts";
import { nearestTo, openTimes } from "./open-times.ts";

/** Milliseconds after which a call that another process booked is shown as taken. */
const KEPT_MS = 2_000;

/** The same object while nothing changes. `old`: the store failed since. */
export type Openings = { notice?: "old" } & ReturnType<typeof openTimes>;

export interface OpenTimesParts {
  availability: Availability;
  store: Database;
  /** The agency's own calendars, whose events block times. */
  calendars: Pick<Calendars, "busy">;
  now: () => number;
}

export class OpenTimes {
  readonly #parts: OpenTimesParts;
  #latest: Openings | undefined;
  /** The latest without those that are over since, once the store fails. */
  #outdated: Openings | undefined;
  #reading: Promise<Openings> | undefined;
  #readAt = -Infinity;
  /** The calendars' times that were read with them. */
  #busy: readonly Busy[] = [];

  constructor(parts: OpenTimesParts) {
    this.#parts = parts;
  }

  get timeZone(): string {
    return this.#parts.availability.timeZone;
  }

  read(): Promise<Openings> {
    const now = this.#parts.now();
    const busy = this.#parts.calendars.busy();
    // If the clock was set back since, the last read was in the future.
    const isFresh = Math.abs(now - this.#readAt) < KEPT_MS && busy === this.#busy;
    if (this.#reading && isFresh) return this.#reading;
    this.#readAt = now;
    this.#busy = busy;
    this.#reading = this.#readAll().then((openings) => {
      if (!isDeepStrictEqual(this.#latest, openings)) this.#latest = openings;
      return this.#latest ?? openings;
    });
    return this.#reading;
  }

  /** The times to which a call can be moved: its own time counts as free, and is not offered. */
  async readToMove(call: Pick<Booking, "startsAt">): Promise<Openings> {
    const isOther = (at: string) => Date.parse(at) !== Date.parse(call.startsAt);
    const openings = await this.#readAll((one) => !one.call || isOther(one.startsAt));
    return withTimes(openings, isOther);
  }

  /** The times read before the store failed; undefined if none of them can still be booked. */
  lastKnown(): Openings | undefined {
    if (!this.#latest) return undefined;
    const { availability, now } = this.#parts;
    const soonest = new Date(now() + availability.noticeHours * HOUR_MS).toISOString();
    const isAhead = (at: string) => at >= soonest;
    const taken = this.#latest.taken.filter(isAhead);
    const outdated: Openings = { ...withTimes(this.#latest, isAhead), taken, notice: "old" };
    if (!isDeepStrictEqual(this.#outdated, outdated)) this.#outdated = outdated;
    return outdated.times.length > 0 ? this.#outdated : undefined;
  }

  /** Discards the kept times, which lack a change. */
  forget(): void {
    this.#reading = undefined;
  }

  /** The open times around one that is not, the nearest first; none while the store fails. */
  async nearest(startsAt: string): Promise<string[]> {
    const openings = await ifAvailable(this.read(), undefined);
    return nearestTo(openings?.times ?? [], Date.parse(startsAt) || this.#parts.now());
  }

  async #readAll(isInTheWay: (one: Busy) => boolean = () => true): Promise<Openings> {
    const { availability, store, calendars, now } = this.#parts;
    // Calls of today that are over count for the day.
    const busy = await readBusyTimes(store, new Date(now() - DAY_MS).toISOString());
    return openTimes(availability, [...busy.filter(isInTheWay), ...calendars.busy()], now());
  }
}

function withTimes(openings: Openings, keeps: (at: string) => boolean): Openings {
  const days = openings.days.map((day) => {
    const times = day.times.filter(keeps);
    return { ...day, times, left: Math.min(day.left, times.length) };
  });
  return { ...openings, times: openings.times.filter(keeps), days };
}

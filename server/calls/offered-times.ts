/** The open times that pages offer, read from the store and kept for two seconds. */
import { isDeepStrictEqual } from "node:util";
import type { Availability, Booking } from "../../contract/booking.ts";
import { DAY_MS, HOUR_MS } from "../../contract/durations.ts";
import type { Database } from "../store/database.ts";
import type { Insert, Unavailable } from "../store/store.ts";
import { readBusyTimes, type BusyTime } from "./calendar.ts";
import type { Calendars } from "./calendars/calendars.ts";
import { nearestTo, openTimes } from "./open-times.ts";

/** Milliseconds after which a call that another process booked is shown as taken. */
const KEPT_MS = 2_000;

/** All open times, in order; the same object while nothing changes. `isOld`: the store failed since. */
export type Openings = { kind: "ok"; isOld?: true } & ReturnType<typeof openTimes>;

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
  #busy: readonly BusyTime[] = [];
  #readAt = -Infinity;
  #reading: Promise<Openings | Unavailable> | undefined;
  /** Counts the changes of calls, since a read that began before one may lack it. */
  #changes = 0;

  constructor(parts: OpenTimesParts) {
    this.#parts = parts;
  }

  get timeZone(): string {
    return this.#parts.availability.timeZone;
  }

  read(): Promise<Openings | Unavailable> {
    // If the clock was set back since, this is a time in the future.
    const isFresh = Math.abs(this.#parts.now() - this.#readAt) < KEPT_MS;
    if (this.#latest && isFresh) return Promise.resolve(this.#latest);
    if (this.#reading) return this.#reading;
    const reading = this.#readAgain().finally(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    return (this.#reading = reading);
  }

  /** The times to which a call can be moved: its own time counts as free, and is not offered. */
  async readToMove(call: Pick<Booking, "startsAt">): Promise<Openings | Unavailable> {
    const ownTime = Date.parse(call.startsAt);
    const busy = await this.#readBusy();
    if ("kind" in busy) return busy;
    const others = busy.filter((one) => !one.call || Date.parse(one.startsAt) !== ownTime);
    return withTimes(this.#openingsBeside(others), (at) => Date.parse(at) !== ownTime);
  }

  /** The times read before the store failed; undefined if none of them can still be booked. */
  lastKnown(): Openings | undefined {
    if (!this.#latest) return undefined;
    const { availability, now } = this.#parts;
    const soonest = new Date(now() + availability.noticeHours * HOUR_MS).toISOString();
    const isAhead = (at: string) => at >= soonest;
    const taken = this.#latest.taken.filter(isAhead);
    const outdated: Openings = { ...withTimes(this.#latest, isAhead), taken, isOld: true };
    if (!isDeepStrictEqual(this.#outdated, outdated)) this.#outdated = outdated;
    return outdated.times.length > 0 ? this.#outdated : undefined;
  }

  /** Discards the kept times; those being read now may lack the change. */
  forget(): void {
    this.#changes++;
    this.#readAt = -Infinity;
    this.#reading = undefined;
  }

  /** The open times around one that is not, the nearest first; none while the store fails. */
  async nearest(startsAt: string): Promise<string[]> {
    const openings = await this.read();
    if (openings.kind !== "ok") return [];
    return nearestTo(openings.times, Date.parse(startsAt) || this.#parts.now());
  }

  /** A lead's call at this time, of its id or of an equal request that stored it, as of the latest read. */
  callAt(startsAt: string, lead: Insert | string): BusyTime | undefined {
    const isOfLead = ({ leadId, key }: BusyTime) =>
      typeof lead === "string" ? leadId === lead : key !== undefined && key === lead.idempotency?.key;
    return this.#busy.find((one) => Date.parse(one.startsAt) === Date.parse(startsAt) && isOfLead(one));
  }

  async #readAgain(): Promise<Openings | Unavailable> {
    const changesBefore = this.#changes;
    const busy = await this.#readBusy();
    if ("kind" in busy) return busy;
    const openings = this.#openingsBeside(busy);
    if (this.#changes !== changesBefore) return openings;
    this.#readAt = this.#parts.now();
    this.#busy = busy;
    if (this.#latest && isDeepStrictEqual(this.#latest, openings)) return this.#latest;
    return (this.#latest = openings);
  }

  async #readBusy(): Promise<readonly BusyTime[] | Unavailable> {
    const { store, now } = this.#parts;
    // Calls of today that are over count for the day.
    const since = new Date(now() - DAY_MS).toISOString();
    const busy = await readBusyTimes(store, { since });
    if (busy.kind === "unavailable") return busy;
    return busy.kind === "ok" ? busy.value : [];
  }

  #openingsBeside(busy: readonly BusyTime[]): Openings {
    const { availability, calendars, now } = this.#parts;
    return { kind: "ok", ...openTimes(availability, [...busy, ...calendars.busy()], now()) };
  }
}

function withTimes(openings: Openings, keeps: (at: string) => boolean): Openings {
  const days = openings.days.map((day) => {
    const times = day.times.filter(keeps);
    return { ...day, times, left: Math.min(day.left, times.length) };
  });
  return { ...openings, times: openings.times.filter(keeps), days };
}

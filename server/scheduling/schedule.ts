/** The agency's open times for pages and programs, and the bookings of visitors. */
import { isDeepStrictEqual } from "node:util";
import type { Availability, Booking } from "../../contract/booking.ts";
import { isTimeZone } from "../../contract/validation.ts";
import { latestDays } from "../leads/days.ts";
import type { Calls } from "../leads/calls.ts";
import type { Unavailable, Insert } from "../storage/store.ts";
import type { BookResult } from "../storage/bookings.ts";
import type { Store } from "../storage/operations.ts";
import type { Calendars } from "./calendars/calendars.ts";
import { isOpen, openTimes } from "./open-times.ts";

const EVER = new Date(0).toISOString();
const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds after which a call that another process booked is shown as taken. */
const KEPT_MS = 2_000;
const NEAREST = 6;
/** An instant as it is offered; a browser may send it with milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:00(?:\.000)?Z$/;

export function isInstant(text: string): boolean {
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text));
}

export interface ScheduleParts {
  availability: Availability;
  store: Pick<Store, "run">;
  calls: Calls;
  /** The agency's own calendars, whose events block times. */
  calendars: Pick<Calendars, "busy" | "refresh">;
  now: () => number;
}

/** All open times, in order; the same object as long as nothing changes. */
export type Openings = { kind: "ok" } & ReturnType<typeof openTimes>;

export type Wish = Pick<Booking, "startsAt" | "zone" | "phone">;

/** `never`: the time was never open; `unreadable`: the zone is invalid. */
type Refused = { kind: "never" } | { kind: "unreadable" };
export type Booked = BookResult | Unavailable | Refused;

export type Schedule = ReturnType<typeof createSchedule>;

export function createSchedule({ availability, store, calls, calendars, now }: ScheduleParts) {
  const { timeZone, callsPerDay } = availability;
  let known: Openings | undefined;
  let readAt = -Infinity;
  let reading: Promise<Openings | Unavailable> | undefined;

  /** Read at most every other second, however many ask. @param moved a call, which is in nobody's way */
  function openings(moved?: Pick<Booking, "startsAt">): Promise<Openings | Unavailable> {
    if (moved) return readOpenings(Date.parse(moved.startsAt));
    // If the clock was set back since, this is a time in the future.
    if (known && Math.abs(now() - readAt) < KEPT_MS) return Promise.resolve(known);
    reading ??= readOpenings().finally(() => (reading = undefined));
    return reading;
  }

  async function readOpenings(movedFrom?: number): Promise<Openings | Unavailable> {
    // Calls of today that are over count for the day.
    const ours = await store.run("busyTimes", { since: new Date(now() - DAY_MS).toISOString() });
    if (ours.kind === "unavailable") return ours;
    const blocked = ours.kind === "ok" ? ours.value : [];
    const others = blocked.filter(({ call, startsAt }) => !call || Date.parse(startsAt) !== movedFrom);
    const found: Openings = {
      kind: "ok",
      ...openTimes(availability, [...others, ...calendars.busy()], now()),
    };
    if (movedFrom !== undefined)
      return { ...found, times: found.times.filter((at) => Date.parse(at) !== movedFrom) };
    readAt = now();
    if (known && isDeepStrictEqual(known, found)) return known;
    return (known = found);
  }

  function limitOf(startsAt: string) {
    const [from = "", to = ""] = latestDays(1, timeZone, Date.parse(startsAt)).starts;
    return { from, to, callsPerDay };
  }

  /** Whether working hours and calendars allow the time; the store checks booked and closed times. */
  async function refusal({ startsAt, zone }: Wish): Promise<Refused | { kind: "taken" } | undefined> {
    if (!isTimeZone(zone)) return { kind: "unreadable" };
    if (!isInstant(startsAt)) return { kind: "never" };
    await calendars.refresh();
    const openness = isOpen(availability, calendars.busy(), now(), startsAt);
    return openness === "open" ? undefined : { kind: openness };
  }

  const changed = <Result>(changing: Promise<Result>) => changing.finally(() => (readAt = -Infinity));

  return {
    availability,
    openings,

    /** The open times around one that is not, in order. */
    async nearest(startsAt: string): Promise<string[]> {
      const found = await openings();
      if (found.kind !== "ok") return [];
      const wanted = Date.parse(startsAt) || now();
      const distance = (one: string) => Math.abs(Date.parse(one) - wanted);
      const times = found.times.toSorted((a, b) => distance(a) - distance(b));
      return times.slice(0, NEAREST).toSorted();
    },

    /** Books a call for a lead that is stored with it, or whose id it is. */
    async book(wish: Wish, lead: Insert | string): Promise<Booked> {
      const refused = await refusal(wish);
      // The busy time may be this very call, booked before.
      if (refused && refused.kind !== "taken") return refused;
      const { startsAt, zone, phone } = wish;
      const limit = { ...limitOf(startsAt), ...(refused && { callsPerDay: 0 }) };
      return changed(calls.book(startsAt, { lead, zone, phone, limit }));
    },

    async move(id: string, wish: Wish) {
      const refused = await refusal(wish);
      return refused ?? changed(calls.move(id, wish.startsAt, limitOf(wish.startsAt)));
    },

    cancel: (id: string) => changed(calls.cancel(id)),

    /** All that were ever booked, or one of them. */
    calls: (id?: string) => store.run("bookings", { since: EVER, id }),
  };
}

/** The agency's open times for pages and programs, and the bookings of visitors. */
import { isDeepStrictEqual } from "node:util";
import { isDay } from "../../contract/day.ts";
import type { Availability, Booking, StoredWish } from "../../contract/booking.ts";
import { VISITOR } from "../../contract/delivery.ts";
import type { Stale } from "../../contract/history.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { isTimeZone } from "../../contract/validation.ts";
import { DAY_MS, HOUR_MS } from "../../contract/durations.ts";
import { latestDays } from "../leads/days.ts";
import type { Calls } from "./calls.ts";
import type { Unavailable, Insert } from "../store/store.ts";
import type { BookResult } from "./bookings.ts";
import type { BusyTime } from "./calendar.ts";
import type { Database } from "../store/database.ts";
import type { Calendars } from "./calendars/calendars.ts";
import { isOpen, nearestTo, openTimes } from "./open-times.ts";
import { readLead } from "../leads/read-lead.ts";
import { expectVisitor, readBusyTimes, readCalls } from "./calendar.ts";
import { keepWish } from "../leads/insert-leads.ts";

const EVER = new Date(0).toISOString();
/** Milliseconds after which a call that another process booked is shown as taken. */
const KEPT_MS = 2_000;
/** An instant as it is offered; a browser may send it with milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:00(?:\.000)?Z$/;

export function isInstant(text: string): boolean {
  return INSTANT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

/** A visitor's change names no version of the lead, so it is never out of date. */
const UNSEEN: Unavailable = { kind: "unavailable", reason: "a visitor's change was refused as out of date" };
const isStale = (result: { kind: string }): result is Stale => result.kind === "stale";

export interface ScheduleParts {
  availability: Availability;
  store: Database;
  calls: Calls;
  /** The agency's own calendars, whose events block times. */
  calendars: Pick<Calendars, "busy" | "refresh">;
  now: () => number;
}

/** All open times, in order; the same object as long as nothing changes. `isOld`: they could not be read since. */
export type Openings = { kind: "ok"; isOld?: true } & ReturnType<typeof openTimes>;

/** With fewer open times. */
function withTimes(openings: Openings, keeps: (at: string) => boolean): Openings {
  const days = openings.days.map((day) => ({ ...day, times: day.times.filter(keeps) }));
  return { ...openings, times: openings.times.filter(keeps), days };
}

export type Wish = Pick<Booking, "startsAt" | "zone" | "phone">;

/** `never`: the time was never open; `unreadable`: the zone is invalid. */
type Refused = { kind: "never" } | { kind: "unreadable" };
type Taken = { kind: "taken" };
type Refusal = Refused | { kind: "limit" };
export type Booked = Exclude<BookResult, { kind: "stale" }> | Unavailable | Refusal;

/** @param now milliseconds since 1970 */
export function comingCall({ bookings }: Pick<LeadDetail, "bookings">, now: number): Booking | undefined {
  return bookings.find(({ state, endsAt }) => state === "booked" && Date.parse(endsAt) > now);
}

export type Schedule = ReturnType<typeof createSchedule>;

export function createSchedule({ availability, store, calls, calendars, now }: ScheduleParts) {
  const { timeZone, callsPerDay, noticeHours } = availability;
  let known: Openings | undefined;
  let old: Openings | undefined;
  let ours: readonly BusyTime[] = [];
  let readAt = -Infinity;
  let changes = 0;
  let reading: Promise<Openings | Unavailable> | undefined;

  /** Cached for two seconds. @param moved the call being moved: its own time counts as free */
  function openings(moved?: Pick<Booking, "startsAt">): Promise<Openings | Unavailable> {
    if (moved) return readOpenings(Date.parse(moved.startsAt));
    // If the clock was set back since, this is a time in the future.
    if (known && Math.abs(now() - readAt) < KEPT_MS) return Promise.resolve(known);
    if (reading) return reading;
    const begun = readOpenings().finally(() => {
      if (reading === begun) reading = undefined;
    });
    return (reading = begun);
  }

  /** The times that were read last, while the store is silent; undefined: none that could still be booked. */
  function lastKnown(): Openings | undefined {
    const soonest = new Date(now() + noticeHours * HOUR_MS).toISOString();
    const isAhead = (at: string) => at >= soonest;
    const [first] = (old ?? known)?.times ?? [];
    if (known && (!old || first === undefined || !isAhead(first)))
      old = { ...withTimes(known, isAhead), isOld: true, taken: known.taken.filter(isAhead) };
    return old && old.times.length > 0 ? old : undefined;
  }

  /** Discards the cached times; those being read now may lack the change. */
  function forget(): void {
    changes++;
    readAt = -Infinity;
    reading = undefined;
  }

  async function readOpenings(movedFrom?: number): Promise<Openings | Unavailable> {
    const before = changes;
    // Calls of today that are over count for the day.
    const blocked = await readBusyTimes(store, { since: new Date(now() - DAY_MS).toISOString() });
    if (blocked.kind === "unavailable") return blocked;
    const busy = blocked.kind === "ok" ? blocked.value : [];
    const others = busy.filter(({ call, startsAt }) => !call || Date.parse(startsAt) !== movedFrom);
    const found: Openings = {
      kind: "ok",
      ...openTimes(availability, [...others, ...calendars.busy()], now()),
    };
    if (movedFrom !== undefined) return withTimes(found, (at) => Date.parse(at) !== movedFrom);
    if (changes !== before) return found;
    readAt = now();
    ours = busy;
    if (known && isDeepStrictEqual(known, found)) return known;
    old = undefined;
    return (known = found);
  }

  function limitOf(startsAt: string) {
    const [from = "", to = ""] = latestDays(1, timeZone, Date.parse(startsAt)).starts;
    return { from, to, callsPerDay };
  }

  function unreadable({ startsAt, zone }: Wish): Refused | undefined {
    if (!isTimeZone(zone)) return { kind: "unreadable" };
    return isInstant(startsAt) ? undefined : { kind: "never" };
  }

  /** Whether working hours and calendars allow the time; the store checks booked and closed times. */
  async function refusal(wish: Wish): Promise<Refused | Taken | undefined> {
    const refused = unreadable(wish);
    if (refused) return refused;
    await calendars.refresh();
    const openness = isOpen(availability, calendars.busy(), now(), wish.startsAt);
    // An event came since the times were read, and this one is not to be offered beside the refusal.
    if (openness === "taken") forget();
    return openness === "open" ? undefined : { kind: openness };
  }

  function callsOf(lead: Insert | string): BusyTime[] {
    return ours.filter(
      ({ leadId, key }) =>
        leadId !== undefined && (typeof lead === "string" ? leadId === lead : key === lead.idempotency?.key),
    );
  }

  /** Answers from memory where it can: for a time that is known as taken, unless by the call of this very lead. */
  async function refusalOf(
    wish: Wish,
    lead: Insert | string,
  ): Promise<Refused | Taken | Unavailable | undefined> {
    const refused = unreadable(wish);
    if (refused) return refused;
    const found = await openings();
    if (found.kind !== "ok") return found;
    const at = Date.parse(wish.startsAt);
    if (callsOf(lead).some((one) => Date.parse(one.startsAt) === at)) return undefined;
    if (found.taken.some((one) => Date.parse(one) === at)) return { kind: "taken" };
    return refusal(wish);
  }

  async function changed<Result extends { kind: string }>(
    changing: Promise<Result | Stale>,
  ): Promise<Result | Unavailable> {
    const result = await changing;
    if (isStale(result)) return UNSEEN;
    // Where the store refuses what seemed open, another process was faster.
    if (["booked", "ok", "taken"].includes(result.kind)) forget();
    return result;
  }

  /** The coming call of a stored lead. */
  async function callOf(id: string): Promise<Booking | undefined> {
    const found = await readLead(store, id);
    return found.kind === "ok" ? comingCall(found.value, now()) : undefined;
  }

  return {
    availability,
    openings,
    lastKnown,

    /** The open times around one that is not, the nearest first. */
    async nearest(startsAt: string): Promise<string[]> {
      const found = await openings();
      if (found.kind !== "ok") return [];
      return nearestTo(found.times, Date.parse(startsAt) || now());
    },

    /** Books a call for a lead that is stored with it, or whose id it is. A taken time costs the store nothing. */
    async book(wish: Wish, lead: Insert | string): Promise<Booked> {
      const refused = await refusalOf(wish, lead);
      if (refused) return refused;
      const { startsAt, ...call } = wish;
      const limit = limitOf(startsAt);
      return await changed(calls.book(startsAt, { lead, ...call, limit, by: VISITOR }));
    },

    /** The call that an equal, earlier request booked. */
    async find({ startsAt }: Wish, lead: Insert | string): Promise<Booking | undefined> {
      await openings();
      const at = Date.parse(startsAt);
      const same = callsOf(lead).find((one) => Date.parse(one.startsAt) === at);
      return same?.leadId === undefined ? undefined : callOf(same.leadId);
    },

    /** Replaces the time that a stored lead asked for. */
    keepWish: (id: string, wish: StoredWish) => keepWish(store, { id, ...wish }),

    lead: (id: string) => readLead(store, id),

    callOf,

    async move(id: string, wish: Wish) {
      const refused = await refusal(wish);
      if (refused) return refused;
      const { startsAt } = wish;
      return await changed(calls.move(id, startsAt, { by: VISITOR }, limitOf(startsAt)));
    },

    mailLinks: (email: string) => calls.mailLinks(email),

    /** The visitor will be there. */
    expect: (id: string) => expectVisitor(store, { id, by: VISITOR, now: new Date(now()).toISOString() }),

    cancel: (id: string, reason: string) => changed(calls.cancel(id, { by: VISITOR }, reason)),

    /** All that were ever booked, or one of them. */
    calls: (id?: string) => readCalls(store, { since: EVER, id }),
  };
}

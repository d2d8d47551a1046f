/** The agency's open times for pages and programs, and the bookings of visitors. */
import type { Availability } from "../../contract/booking.ts";
import { isTimeZone } from "../../contract/validation.ts";
import { latestDays } from "../leads/days.ts";
import type { Calls } from "../leads/calls.ts";
import type { Unavailable, Insert } from "../storage/store.ts";
import type { BookResult, ChangeResult, DayLimit } from "../storage/bookings.ts";
import type { Store } from "../storage/operations.ts";
import type { Calendars } from "./calendars/calendars.ts";
import { isOpen, openTimes, type Days } from "./open-times.ts";

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
export interface Openings {
  kind: "ok";
  times: readonly Start[];
  /** Times within working hours that are not open. */
  taken: readonly Start[];
}

interface Start {
  startsAt: string;
  /** In the agency's zone. */
  date: string;
}

export interface Wish {
  startsAt: string;
  zone: string;
  phone: string;
}

/** `never`: the time was never open; `unreadable`: the zone is invalid. */
type Refused = { kind: "never" } | { kind: "unreadable" };
export type Booked = BookResult | Unavailable | Refused;
export type Moved = ChangeResult | Unavailable | Refused;

export type Schedule = ReturnType<typeof createSchedule>;

export function createSchedule({ availability, store, calls, calendars, now }: ScheduleParts) {
  const { timeZone, horizonDays, callsPerDay } = availability;
  let known: { readAt: number; openings: Openings } | undefined;
  let reading: Promise<Openings | Unavailable> | undefined;

  const dateOf = (startsAt: string, zone: string) =>
    Temporal.Instant.from(startsAt).toZonedDateTimeISO(zone).toPlainDate().toString();

  const today = (zone: string) => dateOf(new Date(now()).toISOString(), zone);

  async function readOpenings(): Promise<Openings | Unavailable> {
    // Calls of today that are over count for the day.
    const ours = await store.run("busyTimes", { since: new Date(now() - DAY_MS).toISOString() });
    if (ours.kind === "unavailable") return ours;
    const busy = ours.kind === "ok" ? [...ours.value, ...calendars.busy()] : calendars.busy();
    const days = { from: today(timeZone), days: horizonDays + 1, zone: timeZone };
    const times = openTimes(availability, busy, now(), days);
    const isSame =
      known?.openings.times.length === times.length &&
      times.every((startsAt, place) => known?.openings.times[place]?.startsAt === startsAt);
    const openings = known && isSame ? known.openings : openingsOf(times, days);
    known = { readAt: now(), openings };
    return openings;
  }

  function openingsOf(times: readonly string[], days: Days): Openings {
    const open = new Set(times);
    const dated = (startsAt: string) => ({ startsAt, date: dateOf(startsAt, timeZone) });
    const taken = openTimes(availability, [], now(), days).filter((startsAt) => !open.has(startsAt));
    return { kind: "ok", times: times.map(dated), taken: taken.map(dated) };
  }

  function limitOf(startsAt: string): DayLimit {
    const [from = "", to = ""] = latestDays(1, timeZone, Date.parse(startsAt)).starts;
    return { from, to, callsPerDay };
  }

  /** Whether working hours and calendars allow the time; the store checks booked and closed times. */
  async function refusal({ startsAt, zone }: Wish): Promise<Refused | { kind: "taken" } | undefined> {
    if (!isTimeZone(zone) || zone.length > 64) return { kind: "unreadable" };
    if (!isInstant(startsAt)) return { kind: "never" };
    await calendars.refresh();
    const openness = isOpen(availability, calendars.busy(), now(), startsAt);
    return openness === "open" ? undefined : { kind: openness };
  }

  async function changed<Result>(changing: Promise<Result>): Promise<Result> {
    try {
      return await changing;
    } finally {
      known &&= { ...known, readAt: -Infinity };
    }
  }

  return {
    availability,
    today,

    /** Read at most every other second, however many ask. */
    openings(): Promise<Openings | Unavailable> {
      // If the clock was set back since, this is a time in the future.
      if (known && Math.abs(now() - known.readAt) < KEPT_MS) return Promise.resolve(known.openings);
      reading ??= readOpenings().finally(() => (reading = undefined));
      return reading;
    },

    nearest({ times }: Openings, startsAt: string): string[] {
      const wanted = Date.parse(startsAt) || now();
      const distance = (one: string) => Math.abs(Date.parse(one) - wanted);
      return times
        .map((one) => one.startsAt)
        .toSorted((a, b) => distance(a) - distance(b))
        .slice(0, NEAREST)
        .toSorted();
    },

    /** Books a call for a lead that is stored with it, or whose id it is. */
    async book(wish: Wish, lead: Insert | string): Promise<Booked> {
      const refused = await refusal(wish);
      // The busy time may be this very call, booked before.
      if (refused && refused.kind !== "taken") return refused;
      const limit = refused
        ? { from: wish.startsAt, to: wish.startsAt, callsPerDay: 0 }
        : limitOf(wish.startsAt);
      const { zone, phone } = wish;
      return changed(calls.book(wish.startsAt, { lead, zone, phone, limit }));
    },

    async move(id: string, wish: Wish): Promise<Moved> {
      const refused = await refusal(wish);
      return refused ?? changed(calls.move(id, wish.startsAt, limitOf(wish.startsAt)));
    },

    cancel: (id: string) => changed(calls.cancel(id)),

    call: (id: string) => store.run("bookings", { since: EVER, id }),

    allCalls: () => store.run("bookings", { since: EVER }),
  };
}

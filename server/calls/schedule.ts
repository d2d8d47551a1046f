import { isDay } from "../../contract/day.ts";
import type { Booking } from "../../contract/booking.ts";
import { VISITOR } from "../../contract/delivery.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { isTimeZone } from "../../contract/validation.ts";
import type { Insert } from "../store/store.ts";
import type { Calendars } from "./calendars/calendars.ts";
import type { Calls } from "./calls.ts";
import type { OpenTimes, OpenTimesParts } from "./offered-times.ts";

/** A time as it is offered or stored, from 2000 to 2099, because no store takes all years. */
const INSTANT = /^20\d\d-\d\d-\d\dT\d\d:\d\d:00(?:\.000)?Z$/;

export function isInstant(text: string): boolean {
  return INSTANT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

export interface Schedule extends OpenTimesParts {
  calls: Calls;
  calendars: Pick<Calendars, "busy" | "refresh">;
  times: OpenTimes;
}

export type Wish = Pick<Booking, "startsAt" | "zone" | "phone">;

/** @param now milliseconds since 1970 */
export function comingCall({ bookings }: Pick<LeadDetail, "bookings">, now: number) {
  return bookings.find(({ state, endsAt }) => state === "booked" && Date.parse(endsAt) > now);
}

/** @param lead a new one, which is stored with its call, or the id of a stored one */
export async function bookOpenTime(schedule: Schedule, wish: Wish, lead: Insert | string) {
  const { startsAt, zone, phone } = wish;
  const refusal = await refusalOf(wish, schedule, schedule.times.read);
  return refusal ?? schedule.calls.book(startsAt, lead, { zone, phone, by: VISITOR });
}

export async function moveToOpenTime(schedule: Schedule, call: Booking, wish: Wish) {
  // A second press of the button asks for the call's own time, which the open times lack.
  const isThere = Date.parse(wish.startsAt) === Date.parse(call.startsAt);
  const read = () => schedule.times.readToMove(call);
  const refusal = isThere ? undefined : await refusalOf(wish, schedule, read);
  return refusal ?? schedule.calls.move(call.id, wish.startsAt, { by: VISITOR }, wish.zone);
}

/** Takes no lock against other bookings: the store checks again whether the time is free. */
async function refusalOf(wish: Wish, { calendars }: Schedule, read: OpenTimes["read"]) {
  const { startsAt, zone } = wish;
  if (!isTimeZone(zone) || !isInstant(startsAt)) return { kind: "never" } as const;
  const isWanted = (time: string) => Date.parse(time) === Date.parse(startsAt);
  // The calendars are read again only for a time that seems open.
  if ((await read()).times.some(isWanted)) await calendars.refresh();
  const { times, taken } = await read();
  if (times.some(isWanted)) return undefined;
  return { kind: taken.some(isWanted) ? "taken" : "never" } as const;
}

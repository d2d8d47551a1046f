import { isDay } from "../../contract/day.ts";
import type { Booking } from "../../contract/booking.ts";
import { VISITOR } from "../../contract/delivery.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { isTimeZone } from "../../contract/validation.ts";
import type { Insert } from "../store/store.ts";
import type { Calendars } from "./calendars/calendars.ts";
import type { Calls } from "./calls.ts";
import type { OpenTimes, OpenTimesParts } from "./offered-times.ts";

/** An offered or stored time. Years are from 2000 to 2099, because no store takes all years. */
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

/** @param leadOrId a new lead, which is stored with its call, or a stored lead's id */
export async function bookOpenTime(schedule: Schedule, wish: Wish, leadOrId: Insert | string) {
  const { startsAt, zone, phone } = wish;
  const refusal = await refusalOf(wish, schedule, schedule.times.read);
  return refusal ?? schedule.calls.book(startsAt, leadOrId, { zone, phone, by: VISITOR });
}

export async function moveToOpenTime(schedule: Schedule, call: Booking, wish: Wish) {
  // After a second press of the button, the call already has the wished time.
  const hasWishedTime = Date.parse(wish.startsAt) === Date.parse(call.startsAt);
  const read = () => schedule.times.readToMove(call);
  const refusal = hasWishedTime ? undefined : await refusalOf(wish, schedule, read);
  return refusal ?? schedule.calls.move(call.id, wish.startsAt, { by: VISITOR }, wish.zone);
}

/** Other bookings may run at the same time, so the store checks again whether the time is free. */
async function refusalOf(wish: Wish, { calendars }: Schedule, read: OpenTimes["read"]) {
  const { startsAt, zone } = wish;
  if (!isTimeZone(zone) || !isInstant(startsAt)) return { kind: "never" } as const;
  const isWished = (time: string) => Date.parse(time) === Date.parse(startsAt);
  // Calendars are fetched only for a time that seems open. They may show that it is taken.
  if ((await read()).times.some(isWished)) await calendars.refresh();
  const { times, taken } = await read();
  if (times.some(isWished)) return undefined;
  return { kind: taken.some(isWished) ? "taken" : "never" } as const;
}

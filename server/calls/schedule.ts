/** Books, moves and cancels the calls of visitors at the agency's open times. */
import { isDay } from "../../contract/day.ts";
import type { Availability, Booking } from "../../contract/booking.ts";
import { VISITOR } from "../../contract/delivery.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { isTimeZone } from "../../contract/validation.ts";
import { latestDays } from "../leads/days.ts";
import { readLead } from "../leads/read-lead.ts";
import type { Database } from "../store/database.ts";
import type { Insert } from "../store/store.ts";
import { sql } from "../store/sql.ts";
import { ifAvailable, type StoreUnavailable } from "../store/unavailable.ts";
import { callsWhere, type BookResult } from "./bookings.ts";
import type { Calendars } from "./calendars/calendars.ts";
import type { Calls } from "./calls.ts";
import type { OpenTimes } from "./offered-times.ts";
import { isOpen } from "./open-times.ts";

/** An instant as it is offered; a browser may send it with milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:00(?:\.000)?Z$/;

export function isInstant(text: string): boolean {
  return INSTANT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

/** What the scheduling pages of one site share. */
export interface Schedule {
  availability: Availability;
  store: Database;
  calls: Calls;
  /** The agency's own calendars, whose events block times. */
  calendars: Pick<Calendars, "busy" | "refresh">;
  times: OpenTimes;
  now: () => number;
}

export type Wish = Pick<Booking, "startsAt" | "zone" | "phone">;

/** `never`: the time was never open; `unreadable`: the zone is invalid. */
type Invalid = { kind: "never" } | { kind: "unreadable" };
export type Booked = BookResult | StoreUnavailable | Invalid | { kind: "limit" };

/** @param now milliseconds since 1970 */
export function comingCall({ bookings }: Pick<LeadDetail, "bookings">, now: number) {
  return bookings.find(({ state, endsAt }) => state === "booked" && Date.parse(endsAt) > now);
}

/** The coming call of a stored lead. */
export async function callOfLead({ store, now }: Schedule, leadId: string) {
  const detail = await ifAvailable(readLead(store, leadId), undefined);
  return detail && comingCall(detail, now());
}

/** Books a call for a lead that is stored with it, or whose id it is. */
export async function bookOpenTime(schedule: Schedule, wish: Wish, lead: Insert | string) {
  const { startsAt, zone, phone } = wish;
  const invalid = invalidity(wish);
  if (invalid) return invalid;
  const openings = await schedule.times.read();
  // Without waiting for other bookings.
  const isTaken = openings.taken.some((time) => Date.parse(time) === Date.parse(startsAt));
  const refusal = isTaken ? ({ kind: "taken" } as const) : await refusalByHours(schedule, startsAt);
  if (refusal) return refusal;
  const limit = limitOfDay(schedule, startsAt);
  const call = { lead, zone, phone, limit, by: VISITOR };
  return schedule.calls.book(startsAt, call);
}

/** The call that an equal, earlier request booked. */
export async function findEarlierCall(schedule: Schedule, wish: Wish, lead: Insert | string) {
  const { store, now } = schedule;
  const { startsAt } = wish;
  if (!isInstant(startsAt)) return undefined;
  const [start, present] = [Date.parse(startsAt), now()].map((at) => new Date(at).toISOString());
  const ofLead =
    typeof lead === "string"
      ? sql`= ${lead}`
      : sql`IN (SELECT lead_id FROM idempotency_keys WHERE key = ${lead.idempotency?.key})`;
  const isEarlier = sql`state = 'booked' AND starts_at = ${start} AND ends_at > ${present}
    AND lead_id ${ofLead}`;
  const calls = store.read((query) => callsWhere(query, isEarlier));
  return (await ifAvailable(calls, []))[0];
}

/** @param id of the call */
export async function moveToOpenTime(schedule: Schedule, id: string, wish: Wish) {
  const refusal = invalidity(wish) ?? (await refusalByHours(schedule, wish.startsAt));
  if (refusal) return refusal;
  const limit = limitOfDay(schedule, wish.startsAt);
  return schedule.calls.move(id, wish.startsAt, { by: VISITOR }, limit);
}

/** Whether working hours and calendars allow the time; the store checks booked and closed times. */
async function refusalByHours(schedule: Schedule, startsAt: string) {
  const { availability, calendars, times, now } = schedule;
  await calendars.refresh();
  const openness = isOpen(availability, calendars.busy(), now(), startsAt);
  // An event came since the times were read, and this one is not to be offered beside the refusal.
  if (openness === "taken") times.forget();
  return openness === "open" ? undefined : ({ kind: openness } as const);
}

function invalidity({ startsAt, zone }: Wish): Invalid | undefined {
  if (!isTimeZone(zone)) return { kind: "unreadable" };
  return isInstant(startsAt) ? undefined : { kind: "never" };
}

function limitOfDay({ availability }: Schedule, startsAt: string) {
  const { timeZone, callsPerDay } = availability;
  const [from = "", to = ""] = latestDays(1, timeZone, Date.parse(startsAt)).starts;
  return { from, to, callsPerDay };
}

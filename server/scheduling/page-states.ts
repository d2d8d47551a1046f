/** Reads the query of the scheduling pages and makes their states. */
import { CALL_NUMBER } from "../../contract/lead.ts";
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import type { FastifyRequest } from "fastify";
import type { NO_BOARD, PageState, ScheduleState } from "../../contract/page.ts";
import { isTimeZone } from "../../contract/validation.ts";
import { isDay } from "../leads/days.ts";
import { isInstant, type Openings } from "./schedule.ts";

export const DAYS_SHOWN = 14;

export type Query = Partial<Record<string, string>>;

export function queryOf({ url }: FastifyRequest): Query {
  const at = url.indexOf("?");
  return Object.fromEntries(new URLSearchParams(at === -1 ? "" : url.slice(at)));
}

export function wishOf(fields: ReadonlyMap<string, string>, timeZone: string) {
  const field = (name: string) => fields.get(name)?.trim() ?? "";
  return { startsAt: field("startsAt"), zone: field("zone") || timeZone, phone: field(CALL_NUMBER.input) };
}

export function pageState(status: number, schedule: ScheduleState): PageState {
  return { path: SCHEDULE_PATH, status, form: { kind: "empty" }, schedule };
}

/** The form for a time, or for one of the nearest where that is gone. */
export function formState(
  { at = "", token, phone = "", ...query }: Query,
  form: { agencyZone: string; path: string; nearest: readonly string[]; requiresPhone: boolean },
): ScheduleState {
  const own = token === undefined ? {} : { token };
  const startsAt = isInstant(at) ? at : "";
  return { ...zonesOf(query, form.agencyZone), view: "form", startsAt, ...form, ...own, phone };
}

export function zonesOf({ zone = "" }: Query, agencyZone: string): { zone: string; agencyZone: string } {
  return { zone: zone !== "" && isTimeZone(zone) ? zone : agencyZone, agencyZone };
}

export function noBoard(why: (typeof NO_BOARD)[number], query: Query, timeZone: string): ScheduleState {
  return { ...zonesOf(query, timeZone), view: "none", why };
}

/** Some days of open times, from the first one or the requested one. */
export function shownTimes(openings: Openings, query: Query, path: string, timeZone: string): ScheduleState {
  const { times, taken } = openings;
  if (times.length === 0) return noBoard(taken.length > 0 ? "full" : "closed", query, timeZone);
  const first = times[0]?.date ?? "";
  const wanted = query["from"];
  const from =
    wanted !== undefined && isDay(wanted) && times.some(({ date }) => date >= wanted) && wanted > first
      ? wanted
      : first;
  const next = plusDays(from, DAYS_SHOWN);
  return {
    ...zonesOf(query, timeZone),
    view: "times",
    times: startsOn(times, from, next),
    taken: startsOn(taken, from, next),
    from,
    ...(from > first && { earlier: plusDays(from, -DAYS_SHOWN) }),
    ...(times.some(({ date }) => date >= next) && { later: next }),
    path,
    ...(query["token"] !== undefined && { token: query["token"] }),
  };
}

export function timesOf({ times }: Openings, from: string, days: number): string[] {
  return startsOn(times, from, plusDays(from, days));
}

function startsOn(starts: Openings["times"], from: string, until: string): string[] {
  return starts.filter(({ date }) => date >= from && date < until).map(({ startsAt }) => startsAt);
}

function plusDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

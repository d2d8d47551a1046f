/** Reads the query of the scheduling pages, and makes the states in which a time is picked. */
import { CALL_NUMBER, phoneOf } from "../../contract/lead.ts";
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BookingLine, StoredWish } from "../../contract/booking.ts";
import type { ChosenTime, NoCall, PageState, Picking, ScheduleState } from "../../contract/page.ts";
import { zoneOr } from "../outbox/channels/mail/text.ts";
import { readQuery } from "../http/forms.ts";
import { isDay } from "../leads/days.ts";
import { startOfDay, timesOf } from "./open-times.ts";
import { isInstant, type Openings } from "./schedule.ts";

export const DAYS_SHOWN = 14;

export type PageQuery = Partial<Record<string, string>>;

/** For whom a time is picked, by a link, and whether the form asks for a number to call. */
export interface Picker extends Pick<Picking, "agencyZone" | "token" | "movedFrom"> {
  requiresPhone: boolean;
}

export const queryOf = (request: FastifyRequest): PageQuery => Object.fromEntries(readQuery(request));

/** A token in an address is as good as a password, and analytics on our next page would report the address as referrer. */
export function hideTokens(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (request.url.includes("token=")) reply.header("referrer-policy", "strict-origin");
    done();
  });
}

export function wishOf(fields: ReadonlyMap<string, string>, timeZone: string) {
  const field = (name: string) => (fields.get(name) ?? "").replace(/\p{Cf}/gu, "").trim();
  return { startsAt: field("startsAt"), zone: field("zone") || timeZone, phone: field(CALL_NUMBER.input) };
}

/** The address that the mail about a call goes to; empty while none is sent. */
export function mailedTo({ suspected, withheld, email }: BookingLine): string {
  return suspected || withheld || phoneOf(email) !== undefined ? "" : email;
}

export function pageState(status: number, schedule: ScheduleState): PageState {
  return { path: SCHEDULE_PATH, status, form: { kind: "empty" }, schedule };
}

/** The form where the wanted time is open, else the board. An empty `at` is a board that was sent with nothing chosen. */
export function pickState(openings: Openings, query: PageQuery, picker: Picker): ScheduleState {
  const { at } = query;
  if (openings.times.includes(at ?? "")) return formState(query, picker);
  const state = shownTimes(openings, query, picker);
  return at === undefined || state.view !== "times" ? state : { ...state, notice: at ? "taken" : "choose" };
}

/** The form for a time, or for one of the nearest where that is gone. */
export function formState(
  { at = "", phone = "", zone }: PageQuery,
  { requiresPhone, ...picker }: Picker,
  nearest: readonly string[] = [],
): ChosenTime {
  const shown = { ...picker, zone: zoneOr(picker.agencyZone, zone), ...(requiresPhone && { phone }) };
  return { ...shown, view: "form", startsAt: isInstant(at) ? at : "", nearest };
}

/** For a lead that is stored without its call. */
export function keptState(
  picker: Picker,
  why: NoCall,
  { wishedAt, wishedZone, wishedPhone }: StoredWish,
  nearest: readonly string[],
): ChosenTime {
  const reason = why === "taken" && nearest.length === 0 ? "full" : why;
  const state = formState({ zone: wishedZone, phone: wishedPhone }, picker, nearest);
  return { ...state, kept: { why: reason, wishedAt } };
}

/** Some days of open times, from the first one or the requested one. */
function shownTimes({ times, taken }: Openings, query: PageQuery, picker: Picker): ScheduleState {
  const { requiresPhone: _, ...shown } = picker;
  const { agencyZone } = picker;
  const [earliest] = times;
  if (earliest === undefined) return { view: "none", why: taken.length > 0 ? "full" : "closed" };
  const last = times.at(-1) ?? "";
  const first = Temporal.Instant.from(earliest).toZonedDateTimeISO(agencyZone).toPlainDate().toString();
  const { from: wanted = "" } = query;
  const isThere = isDay(wanted) && wanted > first && startOfDay(wanted, agencyZone) <= last;
  const from = isThere ? wanted : first;
  const later = plusDays(from, DAYS_SHOWN);
  return {
    ...shown,
    zone: zoneOr(agencyZone, query["zone"]),
    view: "times",
    times: timesOf(times, from, DAYS_SHOWN, agencyZone),
    taken: timesOf(taken, from, DAYS_SHOWN, agencyZone),
    ...(from > first && { earlier: plusDays(from, -DAYS_SHOWN) }),
    ...(startOfDay(later, agencyZone) <= last && { later }),
  };
}

const plusDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

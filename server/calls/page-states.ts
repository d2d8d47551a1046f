import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Availability } from "../../contract/call/booking.ts";
import { MINUTE_MS, isoTime } from "../../contract/durations.ts";
import type * as page from "../../contract/http/page.ts";
import { SCHEDULE_PATH } from "../../contract/http/routes.ts";
import type { LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { needsNoAnswer } from "../../contract/inbox/outcome.ts";
import { CALL_NUMBER } from "../../contract/lead/lead.ts";
import { cleanLine } from "../../contract/lead/typed-text.ts";
import { isDay } from "../../contract/locale/day.ts";
import { clocksOf } from "../../contract/locale/in-zone.ts";
import type { Locale } from "../../contract/locale/locale.ts";
import { zoneOr } from "../../contract/locale/times.ts";
import { nameOfZone, settledZone } from "../../contract/locale/visitor-zone.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import { isCrossSite, parseFormBody, readQuery } from "../http/forms.ts";
import type { PageSender } from "../http/pages.ts";
import { PageFailure, type Limits } from "../http/rate-limit.ts";
import { dayOf } from "../leads/days.ts";
import type { Database } from "../store/database.ts";
import type { Calls } from "./calls.ts";
import type { Openings, OpenTimes } from "./offered-times.ts";
import { nearestTo } from "./open-times.ts";

const DAYS_SHOWN = 10;
const SOONEST_SHOWN = 3;

export interface PagesParts {
  pages: PageSender;
  schedule: {
    availability: Availability;
    store: Database;
    calls: Calls;
    times: OpenTimes;
    now: () => number;
  };
  mail: MailSettings;
  limits: Limits;
}

export type PageQuery = Partial<Record<string, string>>;

export interface Picker {
  picking: Pick<page.Picking, "agencyZone" | "token" | "movedFrom">;
  requiresPhone: boolean;
  locale: Locale;
  /** Milliseconds since 1970. */
  now: number;
}

export const queryOf = (request: FastifyRequest) =>
  Object.fromEntries(readQuery(request));

/** Reads the fields of a page's form. @throws {PageFailure} */
export function postedFields(
  { pages }: PagesParts,
  request: FastifyRequest,
): ReadonlyMap<string, string> {
  const { body } = request;
  if (isCrossSite(request, pages.manifest.site.siteUrl))
    throw new PageFailure(403);
  const fields = Buffer.isBuffer(body) ? parseFormBody(body) : undefined;
  if (!fields) throw new PageFailure(400);
  return fields;
}

/**
 * A token is as good as a password, so analytics
 * must not get the whole address as referrer.
 */
export function hideTokens(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (request.url.includes("token="))
      reply.header("referrer-policy", "strict-origin");
    done();
  });
}

export function wishOf(
  fields: ReadonlyMap<string, string>,
  defaultZone: string,
) {
  const field = (name: string) => cleanLine(fields.get(name) ?? "");
  const startsAt = field("startsAt");
  const zone = settledZone(startsAt, zoneOr(defaultZone, field("zone")));
  return { startsAt, zone, phone: field(CALL_NUMBER.input) };
}

export const STORE_UNAVAILABLE = { view: "none", why: "unavailable" } as const;

/** Sends a page with a state of `/schedule`. */
export const sendState = (
  { pages }: PagesParts,
  reply: FastifyReply,
  status: number,
  schedule: page.ScheduleState,
): Promise<FastifyReply> => pages.send(reply, pageState(status, schedule));

export function pageState(
  status: number,
  schedule: page.ScheduleState,
): page.PageState {
  return { path: SCHEDULE_PATH, status, form: { kind: "empty" }, schedule };
}

/**
 * Shows the zones if the query asks for them,
 * the form for an open time, else the board.
 */
export function pickState(
  openings: Openings,
  query: PageQuery,
  picker: Picker,
) {
  if (query["zones"] !== undefined) return zonesState(query, picker);
  // `openTimes` writes no milliseconds.
  const at = (query["at"] ?? "").replace(".000Z", "Z");
  const isMove = picker.picking.movedFrom !== undefined;
  if (openings.times.includes(at) && !isMove)
    return formState(at, query, picker);
  return boardState(openings, { ...query, at }, picker);
}

export function formState(
  startsAt: string,
  { phone = "", zone: wantedZone }: PageQuery,
  { picking, requiresPhone, locale }: Picker,
): page.ChosenTime {
  const { agencyZone } = picking;
  const zone = settledZone(startsAt, zoneOr(agencyZone, wantedZone));
  const day = dayOf(startsAt, agencyZone);
  const clocks = clocksOf(startsAt, zone, agencyZone, locale);
  return {
    ...picking,
    view: "form",
    zone,
    startsAt,
    day,
    clocks,
    ...(requiresPhone && { phone }),
  };
}

/** Says that the lead is stored, and why no call was booked. */
export function keptState(
  { picking, requiresPhone, now }: Picker,
  why: page.NoCall,
  { wish, dueAt = "", answeredAt, outcome }: Partial<LeadDetail>,
  nearest: readonly string[],
): page.KeptLead {
  // A lead that looks like spam counts as answered,
  // but its visitor still sees the promised time.
  const isPromised = answeredAt === undefined || needsNoAnswer(outcome);
  return {
    ...picking,
    view: "kept",
    zone: zoneOr(picking.agencyZone, wish?.zone),
    why: why === "taken" && nearest.length === 0 ? "full" : why,
    wishedAt: wish?.at,
    // Who has a call moves it, and behind the limit
    // no other time is booked before tomorrow.
    nearest: why === "has-call" || why === "limit" ? [] : nearest,
    answerBy: isPromised && Date.parse(dueAt) > now ? dueAt : undefined,
    ...(requiresPhone && { phone: wish?.typed ?? wish?.phone ?? "" }),
  };
}

function zonesState(
  query: PageQuery,
  { picking, now }: Picker,
): page.ZoneChoice {
  const { zone, day, at } = query;
  const { token, move } = query;
  return {
    ...picking,
    view: "zones",
    zone: nameOfZone(zoneOr(picking.agencyZone, zone)),
    // The page shows minutes, so for a minute everybody gets the same page.
    now: isoTime(now - (now % MINUTE_MS)),
    back: { day, at, token, move },
  };
}

function boardState(
  openings: Openings,
  query: PageQuery,
  picker: Picker,
): page.ScheduleState {
  const { times, taken, days, notice } = openings;
  const { at = "", day: wantedDay = "" } = query;
  if (times.length === 0)
    return {
      view: "none",
      why: days.every(({ isClosed }) => isClosed) ? "closed" : "full",
    };
  const isOpen = times.includes(at);
  const isNotOpen = at !== "" && !isOpen;
  // The page names a taken time as `wanted`. A
  // time that was never offered gets a notice.
  const isTaken = taken.includes(at);
  const soonest = isNotOpen
    ? nearestTo(times, at)
    : times.slice(0, SOONEST_SHOWN);
  const shownTime = isTaken ? (soonest[0] ?? at) : at;
  const index = indexOfDay(days, shownTime, wantedDay);
  const firstShown = index - (index % DAYS_SHOWN);
  return {
    ...picker.picking,
    zone: nameOfZone(zoneOr(picker.picking.agencyZone, query["zone"])),
    view: "times",
    days: days.slice(firstShown, firstShown + DAYS_SHOWN),
    day: at || wantedDay ? days[index]?.day : undefined,
    chosen: isOpen ? at : undefined,
    wanted: isTaken ? at : undefined,
    soonest,
    notice: isNotOpen && !isTaken ? "never" : notice,
    earlier: days[firstShown - DAYS_SHOWN]?.day,
    later: days[firstShown + DAYS_SHOWN]?.day,
  };
}

/**
 * The day of `time`; else the wanted day or a
 * later day; else the first day with an open time.
 */
function indexOfDay(
  days: readonly page.BoardDay[],
  time: string,
  wantedDay: string,
) {
  const dayOfTime = days.findIndex(({ times }) => times.includes(time));
  if (dayOfTime !== -1) return dayOfTime;
  const wanted = isDay(wantedDay)
    ? days.findIndex(({ day }) => day >= wantedDay)
    : -1;
  return wanted === -1
    ? days.findIndex(({ times }) => times.length > 0)
    : wanted;
}

/**
 * The id of the lead whose link has this
 * token; undefined if the link opens nothing.
 */
export function leadIdOf({ schedule, mail }: PagesParts, token = "") {
  const result = mail.links.verify(token, "schedule", schedule.now());
  return result.kind === "valid" ? result.subject : undefined;
}

/**
 * What a page needs to let somebody pick a
 * time. A token that opens nothing is left out.
 */
export function pickerOf(parts: PagesParts, token?: string): Picker {
  const { availability, now } = parts.schedule;
  return {
    picking: {
      agencyZone: availability.timeZone,
      token: leadIdOf(parts, token) && token,
    },
    requiresPhone: availability.place.kind === "phone",
    locale: parts.mail.locale,
    now: now(),
  };
}

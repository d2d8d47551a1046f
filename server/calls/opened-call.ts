/** A call that its signed link opens, and the pages that answer it. */

import type { FastifyReply } from "fastify";
import { roomUrl, type BookingLine } from "../../contract/call/booking.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import type {
  CallNews,
  CallPhase,
  ScheduleState,
} from "../../contract/http/page.ts";
import { zoneOr } from "../../contract/locale/times.ts";
import { isMailPlanned } from "../deliveries/mailbox-budget.ts";
import { shownNumber } from "../deliveries/phone-number.ts";
import { offerLink } from "../deliveries/signed-links.ts";
import { granted } from "../http/rate-limit.ts";
import { dayOf } from "../leads/days.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { calendarLinks } from "./calendar-links.ts";
import { callForVisitor } from "./call-entries.ts";
import {
  pickState,
  queryOf,
  sendState,
  STORE_UNAVAILABLE,
  type PageQuery,
  type PagesParts,
} from "./page-states.ts";
import { readCalls } from "./stored-calls.ts";

export interface OpenedCall {
  parts: PagesParts;
  reply: FastifyReply;
  call: BookingLine;
  token: string;
  query: PageQuery;
}

export const leadOfCall = (call: BookingLine) => ({
  ...call,
  company_name: call.companyName,
});

/** Opens the call of the request's link, or answers why the link opens none. */
export async function withCall(
  parts: PagesParts,
  reply: FastifyReply,
  use: (opened: OpenedCall) => Promise<FastifyReply>,
) {
  const { schedule, mail, limits } = parts;
  const { request } = reply;
  const query = queryOf(request);
  const { token = "" } = query;
  const check = mail.links.verify(token, "booking", schedule.now());
  const isValid = check.kind === "valid";
  const take = isValid ? limits.linkHolders : limits.renderings;
  await granted(take(request.ip));
  const answer = (status: number, state: ScheduleState) =>
    sendCallPage({ parts, reply }, status, state);
  if (!isValid) return answer(403, { view: "none", why: "link" });
  const calls = await ifAvailable(
    readCalls(schedule.store, { id: check.subject }),
  );
  if (!calls) return answer(503, STORE_UNAVAILABLE);
  const [call] = calls;
  if (!call) return answer(404, { view: "none", why: "link" });
  return use({ parts, reply, call, token, query });
}

export function sendCallPage(
  { parts, reply }: Pick<OpenedCall, "parts" | "reply">,
  status: number,
  state: ScheduleState,
): Promise<FastifyReply> {
  reply.header("x-robots-tag", "noindex, nofollow");
  return sendState(parts, reply, status, state);
}

/** Sends the open times to which the call can be moved. */
export async function sendMoveBoard(
  opened: OpenedCall,
  status: number,
  query: PageQuery,
) {
  const { call, token, parts } = opened;
  const { times, availability, now } = parts.schedule;
  const openings = await ifAvailable(times.readToMove(call.startsAt));
  if (!openings) return sendCallPage(opened, 503, STORE_UNAVAILABLE);
  const agencyZone = availability.timeZone;
  const day = dayOf(call.startsAt, agencyZone);
  const state = pickState(
    openings,
    { zone: call.zone, day, ...query },
    {
      picking: { agencyZone, token, movedFrom: call.startsAt },
      requiresPhone: false,
      locale: parts.mail.locale,
      now: now(),
    },
  );
  if (state.view !== "none") return sendCallPage(opened, status, state);
  const full: CallNews = { kind: "refused", notice: "full" };
  return sendCallPage(opened, status, await callState(opened, full));
}

export function phaseOf({ call, parts }: OpenedCall): CallPhase {
  const { availability, now } = parts.schedule;
  const { state, startsAt, endsAt } = call;
  if (state === "came") return "over";
  if (state !== "booked") return state;
  if (now() >= Date.parse(endsAt)) return "over";
  const msUntilStart = Date.parse(startsAt) - now();
  if (msUntilStart <= 0) return "now";
  const isLate = msUntilStart <= availability.changeNoticeHours * HOUR_MS;
  return isLate ? "late" : "ahead";
}

export async function callState(
  opened: OpenedCall,
  news: CallNews = { kind: "none" },
): Promise<ScheduleState> {
  const { parts, call, token } = opened;
  const { mail, schedule } = parts;
  const { store, now, availability } = schedule;
  const { timeZone: agencyZone, place } = availability;
  const { leadId, startsAt } = call;
  const isMailed = await isMailPlanned(store, leadId, "invitation", now());
  return {
    view: "call",
    phase: phaseOf(opened),
    zone: zoneOr(agencyZone, call.zone),
    agencyZone,
    startsAt,
    phone: shownNumber(call),
    from: (place.kind === "phone" && place.from) || "",
    email: isMailed ? call.email : "",
    link: place.kind === "link" ? roomUrl(place, call) : "",
    calendars: calendarLinks(callForVisitor(call, leadOfCall(call), mail)),
    token,
    offer: mail.links.path(offerLink(leadId, now())),
    news,
  };
}

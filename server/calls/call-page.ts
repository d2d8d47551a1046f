/**
 * Serves a call's page at a signed link, changes
 * of the call, and the calendar files of calls.
 */

import type { FastifyInstance } from "fastify";
import type { BookingLine } from "../../contract/call/booking.ts";
import type { CallNews } from "../../contract/http/page.ts";
import { CALL_PATH, FEED_PATH } from "../../contract/http/routes.ts";
import { CANCEL_REASON } from "../../contract/lead/lead.ts";
import { lineOf } from "../../contract/lead/typed-text.ts";
import { isSameTime } from "../../contract/locale/same-time.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { readLeadFor } from "../deliveries/signed-links.ts";
import { granted, PageFailure } from "../http/rate-limit.ts";
import type { Team } from "../leads/team.ts";
import { orUnavailable } from "../store/unavailable.ts";
import { callForAgency, callForVisitor } from "./call-entries.ts";
import { feed } from "./invitation.ts";
import { isInstant, type Wish } from "./offered-times.ts";
import {
  callState,
  phaseOf,
  sendCallPage,
  sendMoveBoard,
  withCall,
  type OpenedCall,
  leadOfCall,
} from "./opened-call.ts";
import {
  postedFields,
  type PageQuery,
  type PagesParts,
  wishOf,
  queryOf,
} from "./page-states.ts";
import { EVER, readCalls } from "./stored-calls.ts";

export interface CallParts extends PagesParts {
  team: Pick<Team, "addresses">;
}

export function callRoutes(app: FastifyInstance, parts: CallParts): void {
  callFile(app, parts);
  callFeed(app, parts);

  app.get(CALL_PATH, (_request, reply) =>
    withCall(parts, reply, async (opened) => {
      const { call, query } = opened;
      // After a move, the browser's Back may ask
      // for the time that the call already has.
      const asksForMove =
        query["move"] !== undefined && !isSameTime(call.startsAt, query["at"]);
      if (asksForMove && phaseOf(opened) === "ahead")
        return sendMoveBoard(opened, 200, query);
      const state = await callState(opened, latestNews(query, call));
      return sendCallPage(opened, 200, state);
    }),
  );

  app.post(CALL_PATH, async (request, reply) => {
    const fields = postedFields(parts, request);
    return withCall(parts, reply, (opened) => changeCall(opened, fields));
  });
}

/**
 * @param query `moved`: the former time of the
 * call; `wanted`: a time that could not be booked
 */
function latestNews(
  { booked, moved, wanted = "" }: PageQuery,
  call: BookingLine,
): CallNews {
  // After the browser's Back, the address
  // may name the time that the call has now.
  const isOtherTime = (at: string) =>
    isInstant(at) && !isSameTime(call.startsAt, at);
  if (moved !== undefined)
    return { kind: "moved", ...(isOtherTime(moved) && { from: moved }) };
  if (isOtherTime(wanted)) return { kind: "not-booked", wanted };
  return { kind: booked === undefined ? "none" : "booked" };
}

type Fields = ReadonlyMap<string, string>;

const OVER: CallNews = { kind: "refused", notice: "over" };

async function changeCall(opened: OpenedCall, fields: Fields) {
  if (phaseOf(opened) === "late") return refuseChange(opened);
  return fields.has("cancel") ? cancel(opened, fields) : move(opened, fields);
}

async function cancel(opened: OpenedCall, fields: Fields) {
  const { parts, call } = opened;
  const typed = fields.get(CANCEL_REASON.input) ?? "";
  const reason = lineOf(typed, CANCEL_REASON.maxLength);
  const author = { by: VISITOR };
  const { calls } = parts.schedule;
  const { kind } = await calls.cancel(call.id, author, reason);
  if (kind === "missing") throw new PageFailure(404);
  return kind === "changed" ? showChanged(opened) : refuseChange(opened, OVER);
}

async function move(opened: OpenedCall, fields: Fields) {
  const { parts, reply, call } = opened;
  const { limits, schedule } = parts;
  const permit = await granted(limits.moves(reply.request.ip));
  const wish = wishOf(fields, schedule.availability.timeZone);
  const result = await orUnavailable(moveToOpenTime(opened, wish));
  if (result.kind === "changed")
    return showChanged(opened, `&moved=${call.startsAt}`);
  await permit.giveBack();
  if (result.kind === "unavailable") throw result;
  if (result.kind === "missing") throw new PageFailure(404);
  if (result.kind === "over" || phaseOf(opened) !== "ahead")
    return refuseChange(opened, OVER);
  const status = result.kind === "taken" ? 409 : 422;
  return sendMoveBoard(opened, status, { zone: wish.zone, at: wish.startsAt });
}

async function moveToOpenTime({ parts, call }: OpenedCall, wish: Wish) {
  const { times, calls } = parts.schedule;
  const { startsAt, zone } = wish;
  // After a second press of the button, the call already has the wished time.
  const refusal = isSameTime(call.startsAt, startsAt)
    ? undefined
    : await times.refusalOf(startsAt, call.startsAt);
  return refusal ?? calls.move(call.id, startsAt, { by: VISITOR }, zone);
}

const showChanged = ({ parts, reply, token }: OpenedCall, news = "") =>
  reply
    .headers(parts.pages.headers)
    .redirect(`${CALL_PATH}?token=${token}${news}`, 303);

const refuseChange = async (opened: OpenedCall, news?: CallNews) =>
  sendCallPage(opened, 409, await callState(opened, news));

const ICS = "text/calendar; charset=utf-8";

/** The file of one call, at its signed link. */
function callFile(app: FastifyInstance, parts: PagesParts): void {
  const { mail } = parts;
  app.get(`${CALL_PATH}.ics`, (_request, reply) =>
    withCall(parts, reply, async ({ call }) => {
      reply.header("content-disposition", 'attachment; filename="call.ics"');
      reply.header("cache-control", "no-store");
      const own = callForVisitor(call, leadOfCall(call), mail);
      return reply.type(ICS).send(feed([own], mail.locale));
    }),
  );
}

/**
 * All calls, at a member's secret link, without canceled ones: calendar
 * programs remove what is missing, but some show what is canceled.
 */
function callFeed(
  app: FastifyInstance,
  { schedule, mail, team }: CallParts,
): void {
  async function mayRead(token: string): Promise<boolean> {
    const link = mail.links.verify(token, "feed", mail.now());
    if (link.kind !== "valid") return false;
    return readLeadFor(link.subject, await team.addresses()) !== undefined;
  }

  app.get(FEED_PATH, async (request, reply) => {
    const { token = "" } = queryOf(request);
    if (!(await mayRead(token))) throw new PageFailure(404);
    const stored = await readCalls(schedule.store, { since: EVER });
    reply.header("cache-control", "no-store");
    const calls = stored
      .filter(({ state }) => state !== "cancelled")
      .map((call) => callForAgency(call, leadOfCall(call), mail));
    return reply.type(ICS).send(feed(calls, mail.locale, mail.site.brandName));
  });
}

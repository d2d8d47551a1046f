/** `/schedule`: the open times, or the form for one of them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { NO_CALL, type ScheduleState } from "../../contract/http/page.ts";
import { SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { callLink } from "../deliveries/signed-links.ts";
import { sendBody } from "../http/encoded-body.ts";
import { readLead } from "../leads/read-lead.ts";
import {
  ifAvailable,
  orUnavailable,
  StoreUnavailable,
} from "../store/unavailable.ts";
import type { Openings } from "./offered-times.ts";
import * as states from "./page-states.ts";
import { leadIdOf, pickerOf } from "./pickers.ts";
import { createSharedPages } from "./shared-pages.ts";

type Exchange = { request: FastifyRequest; reply: FastifyReply };

export function boardRoute(
  app: FastifyInstance,
  parts: states.PagesParts,
): void {
  const { pages, schedule } = parts;
  const { times } = schedule;
  const shared = createSharedPages(pages);

  app.get(SCHEDULE_PATH, async (request, reply) => {
    const openings =
      (await ifAvailable(times.read(), undefined)) ?? times.lastKnown();
    if (!openings)
      return pages.send(reply, states.pageState(503, states.STORE_UNAVAILABLE));
    const leadId = leadIdOf(parts, states.queryOf(request)["token"]);
    if (leadId !== undefined)
      return sendForLead(parts, { request, reply }, leadId, openings);
    reply.headers(pages.headers);
    const state = await sharedState(parts, request, openings, shared.has);
    return sendBody(request, reply, await shared.page(state));
  });
}

/**
 * The state that the query asks for. The page without a query has no limit, so a network that
 * asks for too many different pages gets that page instead of an error.
 */
async function sharedState(
  parts: states.PagesParts,
  request: FastifyRequest,
  openings: Openings,
  isRendered: (state: ScheduleState) => boolean,
) {
  const { zone, zones, day, at } = states.queryOf(request);
  const picker = pickerOf(parts);
  // A phone number, which the query may contain, is on no page that others get.
  const query = { zone, zones, day, at };
  const state = states.pickState(openings, query, picker);
  if (isRendered(state)) return state;
  const permit = await parts.limits.renderings(request.ip);
  if (permit.kind === "granted") return state;
  return states.pickState(openings, {}, picker);
}

/** The page at a link of a stored lead: its call, why it has none, the form or the board. */
async function sendForLead(
  parts: states.PagesParts,
  { request, reply }: Exchange,
  id: string,
  openings: Openings,
) {
  const { pages, schedule, mail, limits } = parts;
  const { store, times, now } = schedule;
  const send = (status: number, state: ScheduleState) =>
    pages.send(reply, states.pageState(status, state));
  const query = states.queryOf(request);
  const permit = await limits.linkHolders(request.ip);
  if (permit.kind !== "granted") return pages.sendError(request, reply, permit);
  const detail = await orUnavailable(readLead(store, id));
  if (!detail) return send(404, { view: "none", why: "link" });
  if (detail instanceof StoreUnavailable)
    return send(503, states.STORE_UNAVAILABLE);
  const call = states.comingCall(detail, now());
  if (call) return reply.redirect(mail.links.path(callLink(call)), 303);
  const picker = pickerOf(parts, query["token"]);
  const why = NO_CALL.find((reason) => reason === query["kept"]);
  // A booking deletes the wish. If its call is over by now, the page need not explain anything.
  if (why !== undefined && detail.wish) {
    const nearest =
      why === "has-call" ? [] : await times.nearest(detail.wish.at ?? "");
    return send(200, states.keptState(picker, why, detail, nearest));
  }
  const answers = { ...lastAnswers(detail), ...query };
  return send(200, states.pickState(openings, answers, picker));
}

function lastAnswers({ wish, bookings }: LeadDetail): states.PageQuery {
  const latest = bookings.toSorted((a, b) =>
    a.createdAt < b.createdAt ? 1 : -1,
  )[0];
  const phone =
    wish?.typed ?? wish?.phone ?? latest?.phoneTyped ?? latest?.phone;
  return { zone: wish?.zone ?? latest?.zone, phone };
}

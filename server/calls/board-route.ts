/** `/schedule`: the open times, also as JSON, or the form for one of them. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { comingCall } from "../../contract/call/booking.ts";
import { isoTime } from "../../contract/durations.ts";
import { NO_CALL, type ScheduleState } from "../../contract/http/page.ts";
import { SCHEDULE_PATH, TIMES_PATH } from "../../contract/http/routes.ts";
import type { LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { Latest } from "../../contract/latest.ts";
import { isDay } from "../../contract/locale/day.ts";
import { callLink } from "../deliveries/signed-links.ts";
import {
  sendBody,
  encodeBody,
  QUICK,
  type EncodedBody,
} from "../http/encoded-body.ts";
import type { PageSender } from "../http/pages.ts";
import { granted } from "../http/rate-limit.ts";
import { dayOf } from "../leads/days.ts";
import { readLead } from "../leads/read-lead.ts";
import {
  ifAvailable,
  orUnavailable,
  StoreUnavailable,
} from "../store/unavailable.ts";
import type { Openings } from "./offered-times.ts";
import {
  keptState,
  leadIdOf,
  pageState,
  pickerOf,
  pickState,
  queryOf,
  sendState,
  STORE_UNAVAILABLE,
  type PageQuery,
  type PagesParts,
} from "./page-states.ts";

export function boardRoute(app: FastifyInstance, parts: PagesParts): void {
  const { pages, schedule } = parts;
  const { times } = schedule;
  const shared = createSharedPages(pages);

  app.get(SCHEDULE_PATH, async (request, reply) => {
    const openings = (await ifAvailable(times.read())) ?? times.lastKnown();
    if (!openings) return sendState(parts, reply, 503, STORE_UNAVAILABLE);
    const leadId = leadIdOf(parts, queryOf(request)["token"]);
    if (leadId !== undefined)
      return sendForLead(parts, reply, leadId, openings);
    reply.headers(pages.headers);
    const state = await sharedState(parts, request, openings, shared.has);
    return sendBody(reply, await shared.page(state));
  });
}

/**
 * The state that the query asks for. The page without a
 * query has no limit, so a network that asks for too many
 * different pages gets that page instead of an error.
 */
async function sharedState(
  parts: PagesParts,
  request: FastifyRequest,
  openings: Openings,
  isRendered: (state: ScheduleState) => boolean,
) {
  const { zone, zones, day, at } = queryOf(request);
  const picker = pickerOf(parts);
  // A phone number, which the query may contain, is on no page that others get.
  const query = { zone, zones, day, at };
  const state = pickState(openings, query, picker);
  if (isRendered(state)) return state;
  const permit = await parts.limits.renderings(request.ip);
  if (permit.kind === "granted") return state;
  return pickState(openings, {}, picker);
}

/**
 * The page at a link of a stored lead: its
 * call, why it has none, the form or the board.
 */
async function sendForLead(
  parts: PagesParts,
  reply: FastifyReply,
  id: string,
  openings: Openings,
) {
  const { schedule, mail, limits } = parts;
  const { store, times, now } = schedule;
  const send = (status: number, state: ScheduleState) =>
    sendState(parts, reply, status, state);
  const { request } = reply;
  const query = queryOf(request);
  await granted(limits.linkHolders(request.ip));
  const detail = await orUnavailable(readLead(store, id));
  if (!detail) return send(404, { view: "none", why: "link" });
  if (detail instanceof StoreUnavailable) return send(503, STORE_UNAVAILABLE);
  const call = comingCall(detail.bookings, isoTime(now()));
  if (call) return reply.redirect(mail.links.path(callLink(call)), 303);
  const picker = pickerOf(parts, query["token"]);
  const why = NO_CALL.find((reason) => reason === query["kept"]);
  // A booking deletes the wish. If its call is over
  // by now, the page need not explain anything.
  if (why !== undefined && detail.wish) {
    const nearest = await times.nearest(detail.wish.at ?? "");
    return send(200, keptState(picker, why, detail, nearest));
  }
  const answers = { ...lastAnswers(detail), ...query };
  return send(200, pickState(openings, answers, picker));
}

function lastAnswers({ wish, bookings }: LeadDetail): PageQuery {
  const latest = bookings.at(-1);
  const phone =
    wish?.typed ?? wish?.phone ?? latest?.phoneTyped ?? latest?.phone;
  return { zone: wish?.zone ?? latest?.zone, phone };
}

/** A page takes about 60 KB. */
const MOST_PAGES = 100;

/**
 * Renders a page without a token once for
 * everybody who asks for the same state.
 */
function createSharedPages(pages: Pick<PageSender, "render">) {
  const rendered = new Latest<Promise<EncodedBody>>(MOST_PAGES);

  async function render(state: ScheduleState): Promise<EncodedBody> {
    const html = await pages.render(pageState(200, state));
    return encodeBody(
      Buffer.from(html),
      "schedule.html",
      { "cache-control": "no-cache" },
      QUICK,
    );
  }

  return {
    has: (state: ScheduleState): boolean => rendered.has(JSON.stringify(state)),

    /** Requests that come while the page is rendered wait for the same page. */
    page(state: ScheduleState): Promise<EncodedBody> {
      const key = JSON.stringify(state);
      const page = rendered.use(key, () => render(state));
      page.catch(() => rendered.delete(key));
      return page;
    },
  };
}

const WRONG =
  "from must be a date like 2027-03-01, and days a number from 1 to 999.";

/** The open times as JSON. */
export function timesRoute(
  app: FastifyInstance,
  { times, now, availability }: PagesParts["schedule"],
): void {
  const { timeZone } = availability;

  app.get(TIMES_PATH, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const openings = await times.read();
    const firstDay = dayOf(openings.times[0] ?? isoTime(now()), timeZone);
    const { from = firstDay, days = "14" } = queryOf(request);
    if (!isDay(from) || !/^[1-9]\d{0,2}$/.test(days))
      return reply.code(400).send({ message: WRONG });
    const end = Temporal.PlainDate.from(from)
      .add({ days: Number(days) })
      .toString();
    const chosen = openings.days.filter(({ day }) => day >= from && day < end);
    return { zone: timeZone, times: chosen.flatMap((day) => day.times) };
  });
}

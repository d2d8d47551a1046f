/** The page and file of a call behind its signed link, and all calls as a secret calendar. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { roomUrl, type BookingLine } from "../../contract/booking.ts";
import { VISITOR } from "../../contract/delivery.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { CANCEL_REASON } from "../../contract/lead.ts";
import { COMING_FIELD, type BookedCall, type CallPhase, type ScheduleState } from "../../contract/page.ts";
import { CALL_PATH, FEED_PATH } from "../../contract/routes.ts";
import { callForAgency, callForVisitor } from "./call-mail.ts";
import { feed } from "./invitation.ts";
import { zoneOr } from "../deliveries/mail/text.ts";
import { isMailPlanned } from "../deliveries/mailbox-budget.ts";
import { shownNumber } from "../deliveries/phone-number.ts";
import { feedSecret, offerLink } from "../deliveries/signed-links.ts";
import { lineOf } from "../../contract/typed-text.ts";
import { isCrossSite, parseFormBody } from "../http/forms.ts";
import { createIsKey } from "../http/secret-key.ts";
import { dayOf, isoTime } from "../leads/days.ts";
import { ifAvailable, orUnavailable } from "../store/unavailable.ts";
import { calendarLinks } from "./calendar-links.ts";
import { EVER, expectVisitor, readCalls } from "./stored-calls.ts";
import * as states from "./page-states.ts";
import { isInstant, moveToOpenTime } from "./schedule.ts";

type CallPageParts = states.PagesParts & { linkSecret: string };

interface OpenedCall {
  call: BookingLine;
  token: string;
  query: states.PageQuery;
}

type UseCall = (opened: OpenedCall) => Promise<FastifyReply>;

const ICS = "text/calendar; charset=utf-8";

type News = Pick<BookedCall, "just" | "former" | "wanted" | "notice">;

/** @param query `moved`: the former time of the call; `wanted`: a time that it could not get */
function latestNews({ booked, moved, wanted = "" }: states.PageQuery, call: BookingLine): News {
  // After Back, the call may have the time that the address names.
  const isOther = (at: string) => isInstant(at) && !isAt(call, at);
  if (moved !== undefined) return { just: "moved", ...(isOther(moved) && { former: moved }) };
  if (isOther(wanted)) return { wanted };
  return booked === undefined ? {} : { just: "booked" };
}

const isAt = ({ startsAt }: BookingLine, at = "") => Date.parse(at) === Date.parse(startsAt);

const leadOf = (call: BookingLine) => ({ ...call, company_name: call.companyName });

export async function callPage(app: FastifyInstance, parts: CallPageParts): Promise<void> {
  const { pages, schedule, mail, limits, linkSecret } = parts;
  const { store, now } = schedule;
  const { timeZone: agencyZone, place, changeNoticeHours } = schedule.availability;
  const isFeedSecret = createIsKey(feedSecret(linkSecret));
  states.hideTokens(app);

  app.get(CALL_PATH, (request, reply) =>
    withCall(request, reply, async (opened) => {
      const { call, query } = opened;
      // After a move, the browser's Back asks to move the call to the time that it now has.
      if (phaseOf(call) !== "ahead" || query["move"] === undefined || isAt(call, query["at"]))
        return send(reply, 200, await callState(opened, latestNews(query, call)));
      return sendBoard(reply, opened, 200, query);
    }),
  );

  app.get(`${CALL_PATH}.ics`, (request, reply) =>
    withCall(request, reply, async ({ call }) => {
      reply.header("content-disposition", 'attachment; filename="call.ics"');
      reply.header("cache-control", "no-store");
      return reply.type(ICS).send(feed([callForVisitor(call, leadOf(call), mail)], mail.locale));
    }),
  );

  app.post(CALL_PATH, async (request, reply) => {
    if (isCrossSite(request, pages.manifest.site.siteUrl)) return pages.sendError(request, reply, 403);
    const fields = Buffer.isBuffer(request.body) ? parseFormBody(request.body) : undefined;
    if (!fields) return pages.sendError(request, reply, 400);
    return withCall(request, reply, async (opened) => {
      const { call, token } = opened;
      const page = `${CALL_PATH}?token=${token}`;
      if (fields.has(COMING_FIELD)) {
        await expectVisitor(store, { id: call.id, by: VISITOR, now: isoTime(now()) });
        return reply.headers(pages.headers).redirect(page, 303);
      }
      if (phaseOf(call) === "late") return send(reply, 409, await callState(opened));
      const isCancelled = fields.has("cancel");
      const room = isCancelled ? undefined : await limits.moves(request.ip);
      if (room && room.kind !== "granted") return pages.sendError(request, reply, room);
      const wish = states.wishOf(fields, agencyZone);
      const reason = lineOf(fields.get(CANCEL_REASON.input) ?? "", CANCEL_REASON.maxLength);
      const changing = isCancelled
        ? schedule.calls.cancel(call.id, { by: VISITOR }, reason)
        : moveToOpenTime(schedule, call, wish);
      const result = await orUnavailable(changing);
      if (result.kind === "changed") {
        const location = isCancelled ? page : `${page}&moved=${call.startsAt}`;
        return reply.headers(pages.headers).redirect(location, 303);
      }
      await room?.giveBack();
      if (result.kind === "unavailable") throw result;
      const { kind } = result;
      if (kind === "missing") return pages.sendError(request, reply, 404);
      if (kind === "over" || phaseOf(call) !== "ahead")
        return send(reply, 409, await callState(opened, { notice: "over" }));
      const status = kind === "taken" ? 409 : 422;
      return sendBoard(reply, opened, status, { zone: wish.zone, at: wish.startsAt });
    });
  });

  app.get(FEED_PATH, async (request, reply) => {
    const { token = "" } = states.queryOf(request);
    if (!isFeedSecret(token)) return pages.sendError(request, reply, 404);
    const stored = await readCalls(store, { since: EVER });
    reply.header("cache-control", "no-store");
    const calls = stored.map((call) => callForAgency(call, leadOf(call), mail));
    return reply.type(ICS).send(feed(calls, mail.locale, mail.site.brandName));
  });

  async function withCall(request: FastifyRequest, reply: FastifyReply, use: UseCall) {
    const query = states.queryOf(request);
    const { token = "" } = query;
    const check = mail.links.verify(token, "booking", now());
    const isValid = check.kind === "valid";
    const room = await (isValid ? limits.linkHolders(request.ip) : limits.renderings(request.ip));
    if (room.kind !== "granted") return pages.sendError(request, reply, room);
    if (!isValid) return send(reply, 403, { view: "none", why: "link" });
    const calls = await ifAvailable(readCalls(store, { id: check.subject }), undefined);
    if (!calls) return send(reply, 503, states.STORE_UNAVAILABLE);
    const [call] = calls;
    return call ? use({ call, token, query }) : send(reply, 404, { view: "none", why: "link" });
  }

  function send(reply: FastifyReply, status: number, state: ScheduleState): Promise<FastifyReply> {
    reply.header("x-robots-tag", "noindex, nofollow");
    return pages.send(reply, states.pageState(status, state));
  }

  async function sendBoard(reply: FastifyReply, opened: OpenedCall, status: number, query: states.PageQuery) {
    const { call } = opened;
    const openings = await ifAvailable(schedule.times.readToMove(call), undefined);
    if (!openings) return send(reply, 503, states.STORE_UNAVAILABLE);
    const withDefaults = { zone: call.zone, day: dayOf(call.startsAt, agencyZone), ...query };
    const state = states.pickState(openings, withDefaults, pickerOf(opened));
    const isFull = state.view === "none";
    return send(reply, status, isFull ? await callState(opened, { notice: "full" }) : state);
  }

  const pickerOf = ({ call, token }: OpenedCall): states.Picker => ({
    picking: { agencyZone, token, movedFrom: call.startsAt },
    requiresPhone: false,
    locale: mail.locale,
    now: now(),
  });

  function phaseOf({ state, startsAt, endsAt }: BookingLine): CallPhase {
    if (state !== "booked") return state;
    if (now() >= Date.parse(endsAt)) return "over";
    const ahead = Date.parse(startsAt) - now();
    if (ahead <= 0) return "now";
    return ahead <= changeNoticeHours * HOUR_MS ? "late" : "ahead";
  }

  async function callState(opened: OpenedCall, news: News = {}): Promise<ScheduleState> {
    const { call, token, query } = opened;
    const { leadId, startsAt } = call;
    const isMailed = await isMailPlanned(store, leadId, "invitation", now());
    const willCome = call.comingAt !== undefined;
    const isAsked = willCome || query[COMING_FIELD] !== undefined;
    return {
      view: "call",
      phase: phaseOf(call),
      zone: zoneOr(agencyZone, call.zone),
      agencyZone,
      startsAt,
      phone: shownNumber(call),
      from: (place.kind === "phone" && place.from) || "",
      email: isMailed ? call.email : "",
      link: place.kind === "link" ? roomUrl(place, call) : "",
      calendars: calendarLinks(callForVisitor(call, leadOf(call), mail)),
      token,
      offer: mail.links.path(offerLink(leadId, now())),
      ...(isAsked && { willCome }),
      ...news,
    };
  }
}

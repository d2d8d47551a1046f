/** Serves a call's page and calendar file at a signed link, and all calls at a secret link. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { roomUrl, type BookingLine } from "../../contract/call/booking.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { CANCEL_REASON } from "../../contract/lead/lead.ts";
import {
  COMING_FIELD,
  type CallNews,
  type CallPhase,
  type ScheduleState,
} from "../../contract/http/page.ts";
import { CALL_PATH, FEED_PATH } from "../../contract/http/routes.ts";
import { callForAgency, callForVisitor } from "./call-mail.ts";
import { feed } from "./invitation.ts";
import { zoneOr } from "../deliveries/mail/text.ts";
import { isMailPlanned } from "../deliveries/mailbox-budget.ts";
import { shownNumber } from "../deliveries/phone-number.ts";
import { feedSecret, offerLink } from "../deliveries/signed-links.ts";
import { lineOf } from "../../contract/lead/typed-text.ts";
import { isCrossSite, parseFormBody } from "../http/forms.ts";
import { createIsKey } from "../http/secret-key.ts";
import { dayOf, isoTime } from "../leads/days.ts";
import { ifAvailable, orUnavailable } from "../store/unavailable.ts";
import { calendarLinks } from "./calendar-links.ts";
import { EVER, expectVisitor, readCalls } from "./stored-calls.ts";
import * as states from "./page-states.ts";
import { isInstant, type Wish } from "./offered-times.ts";

type CallPageParts = states.PagesParts & { linkSecret: string };

interface OpenedCall {
  request: FastifyRequest;
  reply: FastifyReply;
  call: BookingLine;
  token: string;
  query: states.PageQuery;
}

type Fields = ReadonlyMap<string, string>;

type UseCall = (opened: OpenedCall) => Promise<FastifyReply>;

const ICS = "text/calendar; charset=utf-8";

const OVER: CallNews = { kind: "refused", notice: "over" };

/** @param query `moved`: the former time of the call; `wanted`: a time that could not be booked */
function latestNews(
  { booked, moved, wanted = "" }: states.PageQuery,
  call: BookingLine,
): CallNews {
  // After the browser's Back, the address may name the time that the call has now.
  const isOtherTime = (at: string) => isInstant(at) && !isAt(call, at);
  if (moved !== undefined)
    return { kind: "moved", ...(isOtherTime(moved) && { from: moved }) };
  if (isOtherTime(wanted)) return { kind: "not-booked", wanted };
  return { kind: booked === undefined ? "none" : "booked" };
}

const isAt = ({ startsAt }: BookingLine, at = "") =>
  Date.parse(at) === Date.parse(startsAt);

const leadOf = (call: BookingLine) => ({
  ...call,
  company_name: call.companyName,
});

export async function callPage(
  app: FastifyInstance,
  parts: CallPageParts,
): Promise<void> {
  const { pages, schedule, mail, limits, linkSecret } = parts;
  const { store, now } = schedule;
  const {
    timeZone: agencyZone,
    place,
    changeNoticeHours,
  } = schedule.availability;
  const isFeedSecret = createIsKey(feedSecret(linkSecret));
  states.hideTokens(app);

  app.get(CALL_PATH, (request, reply) =>
    withCall(request, reply, async (opened) => {
      const { call, query } = opened;
      // After a move, the browser's Back may ask for the time that the call already has.
      const asksForMove =
        query["move"] !== undefined && !isAt(call, query["at"]);
      if (asksForMove && phaseOf(call) === "ahead")
        return sendBoard(opened, 200, query);
      return send(reply, 200, await callState(opened, latestNews(query, call)));
    }),
  );

  app.get(`${CALL_PATH}.ics`, (request, reply) =>
    withCall(request, reply, async ({ call }) => {
      reply.header("content-disposition", 'attachment; filename="call.ics"');
      reply.header("cache-control", "no-store");
      return reply
        .type(ICS)
        .send(feed([callForVisitor(call, leadOf(call), mail)], mail.locale));
    }),
  );

  app.post(CALL_PATH, async (request, reply) => {
    if (isCrossSite(request, pages.manifest.site.siteUrl))
      return pages.sendError(request, reply, 403);
    const fields = Buffer.isBuffer(request.body)
      ? parseFormBody(request.body)
      : undefined;
    if (!fields) return pages.sendError(request, reply, 400);
    return withCall(request, reply, (opened) => changeCall(opened, fields));
  });

  app.get(FEED_PATH, async (request, reply) => {
    const { token = "" } = states.queryOf(request);
    if (!isFeedSecret(token)) return pages.sendError(request, reply, 404);
    const stored = await readCalls(store, { since: EVER });
    reply.header("cache-control", "no-store");
    const calls = stored.map((call) => callForAgency(call, leadOf(call), mail));
    return reply.type(ICS).send(feed(calls, mail.locale, mail.site.brandName));
  });

  async function changeCall(
    opened: OpenedCall,
    fields: Fields,
  ): Promise<FastifyReply> {
    if (fields.has(COMING_FIELD)) return promiseToCome(opened);
    if (phaseOf(opened.call) === "late") return refuse(opened);
    return fields.has("cancel") ? cancel(opened, fields) : move(opened, fields);
  }

  async function promiseToCome(opened: OpenedCall) {
    await expectVisitor(store, {
      id: opened.call.id,
      by: VISITOR,
      now: isoTime(now()),
    });
    return showChanged(opened);
  }

  async function cancel(opened: OpenedCall, fields: Fields) {
    const { request, reply, call } = opened;
    const reason = lineOf(
      fields.get(CANCEL_REASON.input) ?? "",
      CANCEL_REASON.maxLength,
    );
    const { kind } = await schedule.calls.cancel(
      call.id,
      { by: VISITOR },
      reason,
    );
    if (kind === "missing") return pages.sendError(request, reply, 404);
    return kind === "changed" ? showChanged(opened) : refuse(opened, OVER);
  }

  async function move(opened: OpenedCall, fields: Fields) {
    const { request, reply, call } = opened;
    const permit = await limits.moves(request.ip);
    if (permit.kind !== "granted")
      return pages.sendError(request, reply, permit);
    const wish = states.wishOf(fields, agencyZone);
    const result = await orUnavailable(moveToOpenTime(call, wish));
    if (result.kind === "changed")
      return showChanged(opened, `&moved=${call.startsAt}`);
    await permit.giveBack();
    if (result.kind === "unavailable") throw result;
    if (result.kind === "missing") return pages.sendError(request, reply, 404);
    if (result.kind === "over" || phaseOf(call) !== "ahead")
      return refuse(opened, OVER);
    const status = result.kind === "taken" ? 409 : 422;
    return sendBoard(opened, status, { zone: wish.zone, at: wish.startsAt });
  }

  async function moveToOpenTime(call: BookingLine, wish: Wish) {
    // After a second press of the button, the call already has the wished time.
    const refusal = isAt(call, wish.startsAt)
      ? undefined
      : await schedule.times.refusalOf(wish, call);
    return (
      refusal ??
      schedule.calls.move(call.id, wish.startsAt, { by: VISITOR }, wish.zone)
    );
  }

  const showChanged = ({ reply, token }: OpenedCall, news = "") =>
    reply
      .headers(pages.headers)
      .redirect(`${CALL_PATH}?token=${token}${news}`, 303);

  const refuse = async (opened: OpenedCall, news?: CallNews) =>
    send(opened.reply, 409, await callState(opened, news));

  async function withCall(
    request: FastifyRequest,
    reply: FastifyReply,
    use: UseCall,
  ) {
    const query = states.queryOf(request);
    const { token = "" } = query;
    const check = mail.links.verify(token, "booking", now());
    const isValid = check.kind === "valid";
    const permit = await (isValid
      ? limits.linkHolders(request.ip)
      : limits.renderings(request.ip));
    if (permit.kind !== "granted")
      return pages.sendError(request, reply, permit);
    if (!isValid) return send(reply, 403, { view: "none", why: "link" });
    const calls = await ifAvailable(
      readCalls(store, { id: check.subject }),
      undefined,
    );
    if (!calls) return send(reply, 503, states.STORE_UNAVAILABLE);
    const [call] = calls;
    return call
      ? use({ request, reply, call, token, query })
      : send(reply, 404, { view: "none", why: "link" });
  }

  function send(
    reply: FastifyReply,
    status: number,
    state: ScheduleState,
  ): Promise<FastifyReply> {
    reply.header("x-robots-tag", "noindex, nofollow");
    return pages.send(reply, states.pageState(status, state));
  }

  async function sendBoard(
    opened: OpenedCall,
    status: number,
    query: states.PageQuery,
  ) {
    const { reply, call } = opened;
    const openings = await ifAvailable(
      schedule.times.readToMove(call),
      undefined,
    );
    if (!openings) return send(reply, 503, states.STORE_UNAVAILABLE);
    const withDefaults = {
      zone: call.zone,
      day: dayOf(call.startsAt, agencyZone),
      ...query,
    };
    const state = states.pickState(openings, withDefaults, pickerOf(opened));
    if (state.view !== "none") return send(reply, status, state);
    return send(
      reply,
      status,
      await callState(opened, { kind: "refused", notice: "full" }),
    );
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
    const msUntilStart = Date.parse(startsAt) - now();
    if (msUntilStart <= 0) return "now";
    return msUntilStart <= changeNoticeHours * HOUR_MS ? "late" : "ahead";
  }

  async function callState(
    opened: OpenedCall,
    news: CallNews = { kind: "none" },
  ): Promise<ScheduleState> {
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
      news,
    };
  }
}

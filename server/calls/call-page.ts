/** Shows a call behind its signed link, to move or cancel it, and all calls as a calendar at a secret address. */
import { CALL_PATH, FEED_PATH } from "../../contract/routes.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { roomOf, type BookingLine } from "../../contract/booking.ts";
import { CANCEL_REASON } from "../../contract/lead.ts";
import { dayOf } from "../leads/days.ts";
import { isInstant, cancelCall, moveToOpenTime } from "./schedule.ts";
import { VISITOR } from "../../contract/delivery.ts";
import { COMING_FIELD, type BookedCall, type CallPhase, type ScheduleState } from "../../contract/page.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { parseFormBody, isCrossSite, lineOf } from "../http/forms.ts";
import { createIsKey } from "../http/secret-key.ts";
import { isMailPlanned } from "../deliveries/mailbox-budget.ts";
import { shownNumber } from "../deliveries/phone-number.ts";
import { calendarLinks } from "./calendar-links.ts";
import { callForAgency, callForVisitor } from "../deliveries/mail/call-mail.ts";
import { zoneOr } from "../deliveries/mail/text.ts";
import { feed } from "../deliveries/mail/invitation.ts";
import { offerLink } from "../deliveries/signed-links.ts";
import { EVER, expectVisitor, readCalls } from "./calendar.ts";
import { createCallPages, type CallPagesParts, type OpenedCall } from "./opened-call.ts";
import * as states from "./page-states.ts";

const ICS = "text/calendar; charset=utf-8";

/** `moved`: when the call was before; `wanted`: the time of another request. */
function justIn({ booked, moved, wanted = "" }: states.PageQuery): JustIn {
  if (moved !== undefined) return { just: "moved", ...(isInstant(moved) && { former: moved }) };
  if (isInstant(wanted)) return { wanted };
  return booked === undefined ? {} : { just: "booked" };
}

type JustIn = Pick<BookedCall, "just" | "former" | "wanted">;

const isSameTime = (one: string, other: string) => Date.parse(one) === Date.parse(other);

const asCall = (call: BookingLine) => ({ booking: call, lead: { ...call, company_name: call.companyName } });

export async function callPage(app: FastifyInstance, parts: CallPagesParts & { feedSecret: string }) {
  const { pages, schedule, mail, limits, feedSecret } = parts;
  const { store, now } = schedule;
  const { timeZone: agencyZone, place, changeNoticeHours } = schedule.availability;
  const { send, withCall } = createCallPages(parts);
  const isFeedSecret = createIsKey(feedSecret);
  states.hideTokens(app);

  function phaseOf({ state, startsAt, endsAt }: BookingLine): CallPhase {
    if (state !== "booked") return state;
    if (now() >= Date.parse(endsAt)) return "over";
    const ahead = Date.parse(startsAt) - now();
    if (ahead <= 0) return "now";
    return ahead <= changeNoticeHours * HOUR_MS ? "late" : "ahead";
  }

  const pickerOf = ({ call, token }: OpenedCall): states.Picker => ({
    shown: { agencyZone, token, movedFrom: call.startsAt },
    requiresPhone: false,
    locale: mail.locale,
  });

  app.get(CALL_PATH, (request, reply) =>
    withCall(request, reply, async (opened) => {
      const { call, query } = opened;
      // Back from a moved call leads to the board that moved it to this time.
      const isThere = query["at"] !== undefined && isSameTime(query["at"], call.startsAt);
      if (phaseOf(call) !== "ahead" || query["move"] === undefined || isThere)
        return send(reply, 200, await callState(opened, justIn(query)));
      if (query["zones"] !== undefined)
        return send(reply, 200, states.zonesState({ zone: call.zone, ...query }, pickerOf(opened), now()));
      return sendBoard(reply, opened, 200, query);
    }),
  );

  app.get(`${CALL_PATH}.ics`, (request, reply) =>
    withCall(request, reply, async ({ call }) => {
      reply
        .header("content-disposition", 'attachment; filename="call.ics"')
        .header("cache-control", "no-store");
      return reply.type(ICS).send(feed([callForVisitor(asCall(call), mail)], mail.locale));
    }),
  );

  app.post(CALL_PATH, async (request, reply) => {
    if (isCrossSite(request, pages.manifest.site.siteUrl)) return pages.sendError(request, reply, 403);
    const fields = Buffer.isBuffer(request.body) ? parseFormBody(request.body) : undefined;
    if (!fields) return pages.sendError(request, reply, 400);
    return withCall(request, reply, async (opened) => {
      const { call, token } = opened;
      if (fields.get(COMING_FIELD) !== undefined) {
        const { kind } = await expectVisitor(store, {
          id: call.id,
          by: VISITOR,
          now: new Date(now()).toISOString(),
        });
        if (kind === "unavailable") return pages.sendError(request, reply, 503);
        return reply.headers(pages.headers).redirect(`${CALL_PATH}?token=${token}`, 303);
      }
      if (phaseOf(call) === "late") return send(reply, 409, await callState(opened));
      const isCancelled = fields.get("cancel") !== undefined;
      const room = isCancelled ? undefined : await limits.moves(request.ip);
      if (room && room.kind !== "taken") return pages.sendError(request, reply, room);
      const wish = states.wishOf(fields, agencyZone);
      const result = await (isCancelled
        ? cancelCall(schedule, call.id, lineOf(fields.get(CANCEL_REASON.input), CANCEL_REASON.maxLength))
        : moveToOpenTime(schedule, call.id, wish));
      if (result.kind === "ok")
        return reply
          .headers(pages.headers)
          .redirect(`${CALL_PATH}?token=${token}${isCancelled ? "" : `&moved=${call.startsAt}`}`, 303);
      await room?.giveBack();
      if (result.kind === "over") return send(reply, 409, await callState(opened, { notice: "over" }));
      if (result.kind === "unavailable" || result.kind === "missing")
        return pages.sendError(request, reply, result.kind === "missing" ? 404 : 503);
      const asked = { zone: wish.zone, at: wish.startsAt };
      return sendBoard(reply, opened, result.kind === "taken" ? 409 : 422, asked);
    });
  });

  /** The board that moves a call, first on the day of the call. */
  async function sendBoard(reply: FastifyReply, opened: OpenedCall, status: number, query: states.PageQuery) {
    const { call } = opened;
    const openings = await schedule.times.readToMove(call);
    if (openings.kind !== "ok") return send(reply, 503, { view: "none", why: "unavailable" });
    const asked = { zone: call.zone, day: dayOf(call.startsAt, agencyZone), ...query };
    const state = states.pickState(openings, asked, pickerOf(opened));
    const isFull = state.view === "none";
    return send(reply, status, isFull ? await callState(opened, { notice: "full" }) : state);
  }

  app.get(FEED_PATH, async (request, reply) => {
    const { token = "" } = states.queryOf(request);
    if (!isFeedSecret(token)) return pages.sendError(request, reply, 404);
    const stored = await readCalls(store, { since: EVER });
    if (stored.kind !== "ok") return pages.sendError(request, reply, 503);
    reply.header("cache-control", "no-store");
    const calls = stored.value.map((call) => callForAgency(asCall(call), mail));
    return reply.type(ICS).send(feed(calls, mail.locale, mail.site.brandName));
  });

  async function callState(
    { call, token, query }: OpenedCall,
    more: JustIn & Pick<BookedCall, "notice"> = {},
  ): Promise<ScheduleState> {
    const { leadId, startsAt } = call;
    const phone = shownNumber(call);
    const email = (await isMailPlanned(store, { leadId, kind: "invitation" }, now())) ? call.email : "";
    const zone = zoneOr(agencyZone, call.zone);
    const link = place.kind === "link" ? roomOf(place, call) : "";
    const from = (place.kind === "phone" && place.from) || "";
    const calendars = calendarLinks(callForVisitor(asCall(call), mail));
    const offer = mail.links.path(offerLink(leadId, now()));
    const details = { zone, agencyZone, startsAt, phone, from, email, link, calendars, token, offer };
    const isAsked = query[COMING_FIELD] !== undefined;
    const willCome = call.comingAt !== undefined;
    const asked = (isAsked || willCome) && { willCome };
    return { view: "call", phase: phaseOf(call), ...details, ...asked, ...more };
  }
}

/** Shows a call behind its signed link, to move or cancel it, and all calls as a calendar at a secret address. */
import { CALL_PATH, FEED_PATH } from "../../contract/routes.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { roomOf, type BookingLine } from "../../contract/booking.ts";
import { CANCEL_REASON } from "../../contract/lead.ts";
import { dayOf } from "../leads/days.ts";
import { isInstant } from "./schedule.ts";
import { COMING_FIELD, type BookedCall, type CallPhase, type ScheduleState } from "../../contract/page.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { parseFormBody, isCrossSite, lineOf } from "../http/forms.ts";
import { createIsKey } from "../http/secret-key.ts";
import { shownNumber } from "../deliveries/phone-number.ts";
import { calendarLinks } from "./calendar-links.ts";
import { callForAgency, callForVisitor } from "../deliveries/mail/call-mail.ts";
import { zoneOr } from "../deliveries/mail/text.ts";
import { feed } from "../deliveries/mail/invitation.ts";
import { feedSecret, offerLink } from "../deliveries/signed-links.ts";
import { createCallPages, type OpenedCall } from "./opened-call.ts";
import * as states from "./page-states.ts";
import type { SchedulingParts } from "./schedule-page.ts";

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

export async function callPage(app: FastifyInstance, parts: SchedulingParts & { linkSecret: string }) {
  const { schedule, mail, site, headers, sendErrorPage, limits, linkSecret, now } = parts;
  const { timeZone: agencyZone, place, changeNoticeHours } = schedule.availability;
  const { send, withCall } = createCallPages(parts);
  const isFeedSecret = createIsKey(feedSecret(linkSecret));
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
    if (isCrossSite(request, site.manifest.site.siteUrl)) return sendErrorPage(request, reply, 403);
    const fields = Buffer.isBuffer(request.body) ? parseFormBody(request.body) : undefined;
    if (!fields) return sendErrorPage(request, reply, 400);
    return withCall(request, reply, async (opened) => {
      const { call, token } = opened;
      if (fields.get(COMING_FIELD) !== undefined) {
        const { kind } = await schedule.expect(call.id);
        if (kind === "unavailable") return sendErrorPage(request, reply, 503);
        return reply.headers(headers).redirect(`${CALL_PATH}?token=${token}`, 303);
      }
      if (phaseOf(call) === "late") return send(reply, 409, await callState(opened));
      const isCancelled = fields.get("cancel") !== undefined;
      const taken = isCancelled ? undefined : await limits.moves(request.ip);
      if (taken && taken.kind !== "taken") return sendErrorPage(request, reply, taken);
      const wish = states.wishOf(fields, agencyZone);
      const result = await (isCancelled
        ? schedule.cancel(call.id, lineOf(fields.get(CANCEL_REASON.input), CANCEL_REASON.maxLength))
        : schedule.move(call.id, wish));
      if (result.kind === "ok")
        return reply
          .headers(headers)
          .redirect(`${CALL_PATH}?token=${token}${isCancelled ? "" : `&moved=${call.startsAt}`}`, 303);
      await taken?.giveBack();
      if (result.kind === "over") return send(reply, 409, await callState(opened, { notice: "over" }));
      if (result.kind === "unavailable" || result.kind === "missing")
        return sendErrorPage(request, reply, result.kind === "missing" ? 404 : 503);
      const asked = { zone: wish.zone, at: wish.startsAt };
      return sendBoard(reply, opened, result.kind === "taken" ? 409 : 422, asked);
    });
  });

  /** The board that moves a call, first on the day of the call. */
  async function sendBoard(reply: FastifyReply, opened: OpenedCall, status: number, query: states.PageQuery) {
    const { call } = opened;
    const openings = await schedule.openings(call);
    if (openings.kind !== "ok") return send(reply, 503, { view: "none", why: "unavailable" });
    const asked = { zone: call.zone, day: dayOf(call.startsAt, agencyZone), ...query };
    const state = states.pickState(openings, asked, pickerOf(opened));
    const isFull = state.view === "none";
    return send(reply, status, isFull ? await callState(opened, { notice: "full" }) : state);
  }

  app.get(FEED_PATH, async (request, reply) => {
    const { token = "" } = states.queryOf(request);
    if (!isFeedSecret(token)) return sendErrorPage(request, reply, 404);
    const found = await schedule.calls();
    if (found.kind !== "ok") return sendErrorPage(request, reply, 503);
    reply.header("cache-control", "no-store");
    const calls = found.value.map((call) => callForAgency(asCall(call), mail));
    return reply.type(ICS).send(feed(calls, mail.locale, mail.site.brandName));
  });

  async function callState(
    { call, token, query }: OpenedCall,
    more: JustIn & Pick<BookedCall, "notice"> = {},
  ): Promise<ScheduleState> {
    const { leadId, startsAt } = call;
    const phone = shownNumber(call);
    const email = (await parts.isMailPlanned(leadId, "invitation")) ? call.email : "";
    const zone = zoneOr(agencyZone, call.zone);
    const link = place.kind === "link" ? roomOf(place, call) : "";
    const calendars = calendarLinks(callForVisitor(asCall(call), mail));
    const offer = mail.links.path(offerLink(leadId, now()));
    const shown = { zone, agencyZone, startsAt, phone, email, link, calendars, token, offer };
    const isAsked = query[COMING_FIELD] !== undefined;
    const willCome = call.comingAt !== undefined;
    const asked = (isAsked || willCome) && { willCome };
    return { view: "call", phase: phaseOf(call), ...shown, ...asked, ...more };
  }
}

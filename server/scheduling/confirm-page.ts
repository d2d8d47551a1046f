/** Confirms a call that is held. The link in the mail shows a button: programs that check mails follow links. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BookingLine } from "../../contract/booking.ts";
import type { HeldCall, ScheduleState } from "../../contract/page.ts";
import { CONFIRM_PATH } from "../../contract/routes.ts";
import { isCrossSite } from "../http/forms.ts";
import { sendPage } from "../http/pages.ts";
import { statusOf, type TakeTokens } from "../http/rate-limit.ts";
import { callUrl, offerPath } from "../outbox/channels/mail/call-mail.ts";
import { zoneOr } from "../outbox/channels/mail/text.ts";
import * as states from "./page-states.ts";
import type { SchedulePageOptions } from "./schedule-page.ts";

export interface ConfirmPageOptions extends SchedulePageOptions {
  /** Limits the calls of a day that are confirmed. */
  takeNew: TakeTokens;
}

/** @param confirm the token of the mail */
export function heldState(
  call: BookingLine,
  { schedule, mail, now }: Pick<SchedulePageOptions, "schedule" | "mail" | "now">,
  more: Pick<HeldCall, "confirm" | "notice"> = {},
): HeldCall {
  const { leadId, startsAt, heldUntil: until = startsAt } = call;
  const { timeZone: agencyZone } = schedule.availability;
  const shown = { zone: zoneOr(agencyZone, call.zone), agencyZone, startsAt, until };
  return {
    view: "held",
    ...shown,
    isOver: now() >= Date.parse(until),
    isMailed: states.mailedTo(call) !== "",
    offer: offerPath(leadId, mail),
    ...more,
  };
}

export async function confirmPage(app: FastifyInstance, parts: ConfirmPageOptions): Promise<void> {
  const { schedule, mail, site, headers, sendErrorPage, takeHeld, takeNew, takeRendering, now } = parts;
  states.hideTokens(app);

  app.get(CONFIRM_PATH, (request, reply) =>
    withHeld(request, reply, (call, token) => send(reply, 200, heldState(call, parts, { confirm: token }))),
  );

  app.post(CONFIRM_PATH, (request, reply) => {
    if (isCrossSite(request, site.manifest.site.siteUrl)) return sendErrorPage(request, reply, 403);
    return withHeld(request, reply, async (call, token) => {
      const taken = takeNew(request.ip);
      if (taken.kind !== "taken") {
        if ("retryAfter" in taken) reply.header("retry-after", taken.retryAfter);
        return send(reply, statusOf(taken), heldState(call, parts, { confirm: token, notice: "limit" }));
      }
      const result = await schedule.confirm(call);
      if (result.kind === "ok") return toCall(reply, result.value, "&booked");
      taken.giveBack();
      if (result.kind === "has-call") return toCall(reply, result.booking);
      if (result.kind === "unavailable") return sendErrorPage(request, reply, 503);
      if (result.kind === "missing") return sendErrorPage(request, reply, 404);
      const notice = result.kind;
      return send(reply, 409, heldState(call, parts, { confirm: token, notice }));
    });
  });

  /** Opens the call of a link; one that is booked has a page of its own. */
  async function withHeld(
    request: FastifyRequest,
    reply: FastifyReply,
    use: (call: BookingLine, token: string) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { token = "" } = states.queryOf(request);
    const check = mail.links.verify(token, "confirm", now());
    const taken = check.kind === "valid" ? takeHeld(request.ip, token) : takeRendering(request.ip);
    if (taken.kind !== "taken") return sendErrorPage(request, reply, taken);
    if (check.kind !== "valid") return send(reply, 403, { view: "none", why: "link" });
    const found = await schedule.calls(check.subject);
    if (found.kind === "unavailable") return send(reply, 503, { view: "none", why: "unavailable" });
    const call = found.kind === "ok" ? found.value[0] : undefined;
    if (!call) return send(reply, 404, { view: "none", why: "link" });
    return call.state === "held" ? use(call, token) : toCall(reply, call);
  }

  function toCall(reply: FastifyReply, call: Parameters<typeof callUrl>[0], more = ""): FastifyReply {
    const { pathname, search } = new URL(callUrl(call, mail));
    return reply.headers(headers).redirect(`${pathname}${search}${more}`, 303);
  }

  async function send(reply: FastifyReply, status: number, state: ScheduleState): Promise<FastifyReply> {
    reply.header("x-robots-tag", "noindex, nofollow");
    return sendPage(reply, parts, states.pageState(status, state));
  }
}

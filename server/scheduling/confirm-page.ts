/** Confirms a call that is held. The link in the mail shows a button: programs that check mails follow links. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BookingLine } from "../../contract/booking.ts";
import type { HeldCall, ScheduleState } from "../../contract/page.ts";
import { CONFIRM_PATH } from "../../contract/routes.ts";
import { isCrossSite } from "../http/forms.ts";
import { sendPage } from "../http/pages.ts";
import { callLink, offerLink } from "../outbox/links/signed-links.ts";
import { zoneOr } from "../outbox/channels/mail/text.ts";
import * as states from "./page-states.ts";
import type { SchedulingParts } from "./schedule-page.ts";

/** The call of a link. */
export interface OpenedCall {
  call: BookingLine;
  token: string;
  query: states.PageQuery;
}

/** Pages of the calls of signed links, which no search engine lists. */
export function createCallPages(parts: SchedulingParts, purpose: "booking" | "confirm") {
  const { schedule, mail, sendErrorPage, limits, now } = parts;

  async function send(reply: FastifyReply, status: number, state: ScheduleState): Promise<FastifyReply> {
    reply.header("x-robots-tag", "noindex, nofollow");
    return sendPage(reply, parts, states.pageState(status, state));
  }

  /** Opens the call of a link, if the link is valid and its call is stored. */
  async function withCall(
    request: FastifyRequest,
    reply: FastifyReply,
    use: (opened: OpenedCall) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const query = states.queryOf(request);
    const { token = "" } = query;
    const check = mail.links.verify(token, purpose, now());
    const isValid = check.kind === "valid";
    const taken = await (isValid ? limits.linkHolders(request.ip) : limits.renderings(request.ip));
    if (taken.kind !== "taken") return sendErrorPage(request, reply, taken);
    if (!isValid) return send(reply, 403, { view: "none", why: "link" });
    const found = await schedule.calls(check.subject);
    if (found.kind === "unavailable") return send(reply, 503, { view: "none", why: "unavailable" });
    const call = found.kind === "ok" ? found.value[0] : undefined;
    return call ? use({ call, token, query }) : send(reply, 404, { view: "none", why: "link" });
  }

  return { send, withCall };
}

/** @param confirm the token of the mail */
export function heldState(
  call: BookingLine,
  { schedule, mail, now }: Pick<SchedulingParts, "schedule" | "mail" | "now">,
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
    offer: mail.links.path(offerLink(leadId, now())),
    ...more,
  };
}

export async function confirmPage(app: FastifyInstance, parts: SchedulingParts): Promise<void> {
  const { schedule, mail, site, headers, sendErrorPage } = parts;
  const { send, withCall } = createCallPages(parts, "confirm");
  states.hideTokens(app);

  app.get(CONFIRM_PATH, (request, reply) =>
    withHeld(request, reply, (call, token) => send(reply, 200, heldState(call, parts, { confirm: token }))),
  );

  app.post(CONFIRM_PATH, (request, reply) => {
    if (isCrossSite(request, site.manifest.site.siteUrl)) return sendErrorPage(request, reply, 403);
    return withHeld(request, reply, async (call, token) => {
      const result = await schedule.confirm(call);
      if (result.kind === "ok") return toCall(reply, result.value, "&booked");
      if (result.kind === "has-call") return toCall(reply, result.booking);
      if (result.kind === "unavailable") return sendErrorPage(request, reply, 503);
      if (result.kind === "missing") return sendErrorPage(request, reply, 404);
      const notice = result.kind;
      return send(reply, 409, heldState(call, parts, { confirm: token, notice }));
    });
  });

  /** A call that is booked has a page of its own. */
  const withHeld = (
    request: FastifyRequest,
    reply: FastifyReply,
    use: (call: BookingLine, token: string) => Promise<FastifyReply>,
  ) =>
    withCall(request, reply, async ({ call, token }) =>
      call.state === "held" ? use(call, token) : toCall(reply, call),
    );

  function toCall(reply: FastifyReply, call: Parameters<typeof callLink>[0], more = ""): FastifyReply {
    return reply.headers(headers).redirect(`${mail.links.path(callLink(call))}${more}`, 303);
  }
}

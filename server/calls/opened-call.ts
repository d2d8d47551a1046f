/** Opens the call of a signed link. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BookingLine } from "../../contract/booking.ts";
import type { ScheduleState } from "../../contract/page.ts";
import { sendPage } from "../http/pages.ts";
import * as states from "./page-states.ts";
import type { SchedulingParts } from "./schedule-page.ts";

/** The call of a link. */
export interface OpenedCall {
  call: BookingLine;
  token: string;
  query: states.PageQuery;
}

/** Pages of the calls of signed links, which no search engine lists. */
export function createCallPages(parts: SchedulingParts) {
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
    const check = mail.links.verify(token, "booking", now());
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

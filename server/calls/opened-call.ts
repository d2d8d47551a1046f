/** Opens the call of a signed link. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BookingLine } from "../../contract/booking.ts";
import type { ScheduleState } from "../../contract/page.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import type { PageSender } from "../http/pages.ts";
import type { Limits } from "../http/rate-limit.ts";
import { EVER, readCalls } from "./calendar.ts";
import * as states from "./page-states.ts";
import type { Schedule } from "./schedule.ts";

export interface CallPagesParts {
  pages: PageSender;
  schedule: Schedule;
  mail: MailSettings;
  limits: Pick<Limits, "linkHolders" | "renderings" | "moves">;
}

/** The call of a link. */
export interface OpenedCall {
  call: BookingLine;
  token: string;
  query: states.PageQuery;
}

/** Pages of the calls of signed links, which no search engine lists. */
export function createCallPages({ pages, schedule, mail, limits }: CallPagesParts) {
  const { store, now } = schedule;

  async function send(reply: FastifyReply, status: number, state: ScheduleState): Promise<FastifyReply> {
    reply.header("x-robots-tag", "noindex, nofollow");
    return pages.send(reply, states.pageState(status, state));
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
    const room = await (isValid ? limits.linkHolders(request.ip) : limits.renderings(request.ip));
    if (room.kind !== "taken") return pages.sendError(request, reply, room);
    if (!isValid) return send(reply, 403, { view: "none", why: "link" });
    const calls = await readCalls(store, { since: EVER, id: check.subject });
    if (calls.kind === "unavailable") return send(reply, 503, { view: "none", why: "unavailable" });
    const call = calls.kind === "ok" ? calls.value[0] : undefined;
    return call ? use({ call, token, query }) : send(reply, 404, { view: "none", why: "link" });
  }

  return { send, withCall };
}

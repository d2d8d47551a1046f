/** The calls in the inbox: changed on their own page or on that of their lead, booked there; and closed times. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CALL_REFUSALS } from "../../contract/booking.ts";
import type { InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { CALL_NUMBER } from "../../contract/lead.ts";
import { queryIn, readQuery } from "../http/forms.ts";
import { instantOf } from "../leads/days.ts";
import { InboxFailure, readForm, seenIn, okValue, type IdRoute, type InboxParts } from "./inbox-parts.ts";

export function registerCalls(app: FastifyInstance, parts: InboxParts): void {
  const { admin, page, redirect, by, timeZone, feed } = parts;

  /** @throws {InboxFailure} when it is no time */
  function instant(text: string | undefined): string {
    const at = instantOf(text ?? "", timeZone);
    if (at === undefined) throw new InboxFailure("unreadable");
    return at;
  }

  /** @param back the page with the call @param control the id there to which the browser moves */
  function become(reply: FastifyReply, became: string, back: string, control = ""): FastifyReply {
    if (became === "changed") return redirect(reply, back + control);
    return redirect(reply, `${back}${back.includes("?") ? "&" : "?"}refused=${became}${control}`);
  }

  async function change(request: FastifyRequest, id: string): Promise<string> {
    const fields = readForm(request);
    const [action, which] = [fields.get("action"), { id, seen: seenIn(fields) }];
    if (action === "missed") {
      okValue(await admin.missCall(which, by(request)));
      return "changed";
    }
    if (action === "late") return okValue(await admin.textLate({ id }, by(request))).became;
    const changed =
      action === "cancel"
        ? await admin.cancelCall(which, by(request))
        : await admin.moveCall({ ...which, startsAt: instant(fields.get("startsAt")) }, by(request));
    return okValue(changed).became;
  }

  async function show(reply: FastifyReply, more: Pick<InboxViews["calls"], "refused" | "typed">) {
    const [calls, closed] = await Promise.all([admin.calls({}), admin.closedTimes({})]);
    return page(reply, { view: "calls", calls: okValue(calls), closed: okValue(closed), feed, ...more });
  }

  app.get(INBOX.calls, async (request, reply) => show(reply, { refused: refusalIn(request) }));

  app.post<IdRoute>(INBOX.changeCall(":id"), async (request, reply) =>
    become(reply, await change(request, request.params.id), INBOX.calls),
  );

  const pageOf = (request: FastifyRequest<IdRoute>) => INBOX.lead(request.params.id) + queryIn(request);

  app.post<IdRoute & { Params: { callId: string } }>(
    `${INBOX.leadCalls(":id")}/:callId`,
    async (request, reply) =>
      become(reply, await change(request, request.params.callId), pageOf(request), "#call"),
  );

  app.post<IdRoute>(INBOX.leadCalls(":id"), async (request, reply) => {
    const { id } = request.params;
    const fields = readForm(request);
    const wanted = fields.get("otherTime") || fields.get("startsAt");
    if (!wanted) return become(reply, "no-time", pageOf(request), "#call");
    const startsAt = instant(wanted);
    const phone = fields.get(CALL_NUMBER.input) ?? "";
    const booked = await admin.bookCall({ id, seen: seenIn(fields), startsAt, phone }, by(request));
    return become(reply, okValue(booked).became, pageOf(request), "#call");
  });

  app.post(INBOX.closeTime, async (request, reply) => {
    const fields = readForm(request);
    const typed = { from: fields.get("from") ?? "", to: fields.get("to") ?? "" };
    const [startsAt, endsAt] = [instantOf(typed.from, timeZone), instantOf(typed.to, timeZone)];
    if (startsAt === undefined || endsAt === undefined || startsAt >= endsAt)
      return show(reply.code(400), { typed });
    okValue(await admin.closeTime({ startsAt, endsAt }));
    return redirect(reply, INBOX.calls);
  });

  app.post<IdRoute>(INBOX.openTime(":id"), async (request, reply) => {
    okValue(await admin.reopenTimes({ ids: [request.params.id] }));
    return redirect(reply, INBOX.calls);
  });
}

/** Why the last change of a call was refused, as the address says. */
export function refusalIn(request: FastifyRequest) {
  const reason = readQuery(request).get("refused");
  return CALL_REFUSALS.find((refusal) => refusal === reason);
}

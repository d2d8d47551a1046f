/** Booked calls (move, cancel, no-show) and closed times. */
import type { FastifyInstance } from "fastify";
import { INBOX } from "../../contract/inbox.ts";
import { instantOf } from "../leads/days.ts";
import { InboxFailure, readForm, readQuery, valueOf, type IdRoute, type InboxParts } from "./inbox-parts.ts";

export function registerCalls(app: FastifyInstance, parts: InboxParts): void {
  const { admin, page, redirect, by, timeZone, feed } = parts;

  /** @throws {InboxFailure} when it is no time */
  function instant(text: string | undefined): string {
    const at = instantOf(text ?? "", timeZone);
    if (at === undefined) throw new InboxFailure("unreadable");
    return at;
  }

  app.get(INBOX.calls, async (request, reply) => {
    const [calls, closed] = await Promise.all([admin.calls({}), admin.closedTimes({})]);
    const reason = readQuery(request).get("refused");
    const refused = reason === "taken" || reason === "over" ? reason : undefined;
    return page(reply, { view: "calls", calls: valueOf(calls), closed: valueOf(closed), feed, refused });
  });

  app.post<IdRoute>(INBOX.changeCall(":id"), async (request, reply) => {
    const { id } = request.params;
    const fields = readForm(request);
    const action = fields.get("action");
    if (action === "missed") {
      valueOf(await admin.missCall({ id }));
      return redirect(reply, INBOX.calls);
    }
    const { became } = valueOf(
      action === "cancel"
        ? await admin.cancelCall({ id }, by(request))
        : await admin.moveCall({ id, startsAt: instant(fields.get("startsAt")) }, by(request)),
    );
    return redirect(reply, became === "changed" ? INBOX.calls : `${INBOX.calls}?refused=${became}`);
  });

  app.post(INBOX.closeTime, async (request, reply) => {
    const fields = readForm(request);
    const [startsAt, endsAt] = [instant(fields.get("from")), instant(fields.get("to"))];
    if (startsAt >= endsAt) throw new InboxFailure("unreadable");
    valueOf(await admin.closeTime({ startsAt, endsAt }));
    return redirect(reply, INBOX.calls);
  });

  app.post<IdRoute>(INBOX.openTime(":id"), async (request, reply) => {
    valueOf(await admin.openTimes({ ids: [request.params.id] }));
    return redirect(reply, INBOX.calls);
  });
}

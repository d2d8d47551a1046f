/** Booked calls (move, cancel, no-show) and closed times. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { INBOX } from "../../contract/inbox.ts";
import { instantOf } from "../leads/days.ts";
import { readForm, readQuery, type IdRoute, type InboxParts } from "./inbox-parts.ts";

export function registerCalls(app: FastifyInstance, parts: InboxParts, feed: string | undefined): void {
  const { admin, pages, signedIn, by, ownForm, timeZone } = parts;
  const form = { onRequest: [ownForm, signedIn] };

  app.get(INBOX.calls, { onRequest: [signedIn] }, async (request, reply) => {
    const [calls, closed] = await Promise.all([admin.calls({}), admin.closedTimes({})]);
    const reason = readQuery(request).get("refused");
    const refused = reason === "taken" || reason === "over" ? reason : undefined;
    return pages.result(request, reply, calls, (lines) =>
      pages.result(request, reply, closed, (times) =>
        pages.page(reply, { view: "calls", calls: lines, closed: times, feed, refused }),
      ),
    );
  });

  app.post<IdRoute>(INBOX.changeCall(":id"), form, async (request, reply) => {
    const { id } = request.params;
    const fields = readForm(request);
    const action = fields?.get("action");
    if (!fields) return pages.error(request, reply, "unreadable");
    if (action === "missed")
      return pages.result(request, reply, await admin.missCall({ id }), () =>
        pages.redirect(reply, INBOX.calls),
      );
    const startsAt = instantOf(fields.get("startsAt") ?? "", timeZone);
    if (action !== "cancel" && startsAt === undefined) return pages.error(request, reply, "unreadable");
    const changed =
      action === "cancel"
        ? await admin.cancelCall({ id }, by(request))
        : await admin.moveCall({ id, startsAt: startsAt ?? "" }, by(request));
    return pages.result(request, reply, changed, ({ became }) =>
      pages.redirect(reply, became === "changed" ? INBOX.calls : `${INBOX.calls}?refused=${became}`),
    );
  });

  app.post(INBOX.closeTime, form, async (request, reply) => {
    const fields = readForm(request);
    const [startsAt, endsAt] = ["from", "to"].map((name) => instantOf(fields?.get(name) ?? "", timeZone));
    if (startsAt === undefined || endsAt === undefined || startsAt >= endsAt)
      return pages.error(request, reply, "unreadable");
    return back(request, reply, admin.closeTime({ startsAt, endsAt }));
  });

  app.post<IdRoute>(INBOX.openTime(":id"), form, (request, reply) =>
    back(request, reply, admin.openTimes({ ids: [request.params.id] })),
  );

  async function back(
    request: FastifyRequest,
    reply: FastifyReply,
    changing: ReturnType<typeof admin.closeTime> | ReturnType<typeof admin.openTimes>,
  ): Promise<FastifyReply> {
    return pages.result<unknown>(request, reply, await changing, () => pages.redirect(reply, INBOX.calls));
  }
}

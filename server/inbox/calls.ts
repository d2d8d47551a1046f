/** Booked calls (move, cancel, no-show) and closed times. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { INBOX } from "../../contract/inbox.ts";
import { parseUuid } from "../leads/uuid.ts";
import { readForm, readQuery, type InboxParts } from "./inbox-parts.ts";

interface CallRoute {
  Params: { id: string };
}

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

  app.post<CallRoute>(INBOX.changeCall(":id"), form, async (request, reply) => {
    const id = parseUuid(request.params.id);
    const fields = readForm(request);
    const action = fields?.get("action");
    if (id === undefined || !fields) return pages.error(request, reply, "unreadable");
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

  app.post<CallRoute>(INBOX.openTime(":id"), form, (request, reply) => {
    const id = parseUuid(request.params.id);
    if (id === undefined) return pages.error(request, reply, "unreadable");
    return back(request, reply, admin.openTimes({ ids: [id] }));
  });

  async function back(
    request: FastifyRequest,
    reply: FastifyReply,
    changing: ReturnType<typeof admin.closeTime> | ReturnType<typeof admin.openTimes>,
  ): Promise<FastifyReply> {
    return pages.result<unknown>(request, reply, await changing, () => pages.redirect(reply, INBOX.calls));
  }
}

/** Parses the value of `<input type=datetime-local>`; undefined when it is not a time. */
function instantOf(text: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text)) return undefined;
  try {
    const at = Temporal.PlainDateTime.from(text, { overflow: "reject" }).toZonedDateTime(timeZone);
    return new Date(at.epochMilliseconds).toISOString();
  } catch {
    return undefined;
  }
}

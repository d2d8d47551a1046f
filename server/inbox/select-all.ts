/** Marks all leads that a list shows as spam, or deletes them: the first press asks, the second does it. */
import type { FastifyInstance } from "fastify";
import { INBOX_FIELDS, queryOf, SPAM, type ListQuery } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { instantOf } from "../leads/days.ts";
import { cancellationsOf } from "./cancellations.ts";
import { rememberDeed } from "./deed.ts";
import { InboxFailure } from "./failures.ts";
import type { SeveralParts } from "./lead.ts";
import { inputOf, listQueryOf } from "./list.ts";
import { postForm } from "./posted-form.ts";
import { signedInAs } from "./sessions.ts";

/** A press takes so many of the leads, so that it ends within seconds; another takes the rest. */
const AT_ONCE = 1_000;

type SelectAllParts = SeveralParts & { timeZone: string };

export function registerSelectAll(app: FastifyInstance, parts: SelectAllParts): void {
  const { admin, render, notify, now } = parts;

  const listed = async (query: ListQuery, me: string | undefined) =>
    admin.list({ ...inputOf(query, parts), page: 1, size: AT_ONCE }, me);

  app.get(INBOX.all, async (request, reply) => {
    const query = listQueryOf(request);
    const { leads, total } = await listed(query, signedInAs(request));
    const details = await admin.leadsAfter({ ids: leads.map(({ id }) => id), size: AT_ONCE });
    const until = new Date(now()).toISOString();
    const cancelled = cancellationsOf(details, notify, until);
    return render(reply, { view: "all", query, count: leads.length, total, cancelled, until });
  });

  postForm(app, INBOX.all, async ({ fields, request, reply, by: me }) => {
    const until = instantOf(fields.get(INBOX_FIELDS.until) ?? "", "UTC");
    if (until === undefined) throw new InboxFailure("unreadable");
    const query = listQueryOf(request);
    const { leads } = await listed(query, me);
    // A lead that came after the page was shown is none of those that it counted.
    const ids = leads.filter(({ createdAt }) => createdAt <= until).map(({ id }) => id);
    const back = INBOX.path + queryOf(query);
    if (fields.get(INBOX_FIELDS.outcome) === SPAM) {
      for (const id of ids) await admin.outcome({ id, outcome: SPAM }, me);
      return rememberDeed(reply, { what: SPAM, back, undo: [], count: ids.length });
    }
    const removed = await admin.remove({ ids }, me);
    if (removed.waits) throw new InboxFailure("waiting");
    request.log.warn({ leads: removed.leads, by: me }, "leads were deleted in the inbox");
    return rememberDeed(reply, { what: "deleted", back, undo: [], count: removed.leads });
  });
}

/** Marks all leads that a list shows as spam, or deletes them: the first press asks, the second does it. */
import type { FastifyInstance } from "fastify";
import { INBOX_FIELDS, queryOf, SPAM, type ListQuery } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { instantOf, isoTime } from "../leads/days.ts";
import { cancellationsOf } from "./cancellations.ts";
import { rememberDeed } from "./deed.ts";
import { listLeads } from "./admin-statements.ts";
import { setOutcome } from "./admin-changes.ts";
import { removeLeads } from "./remove-leads.ts";
import { readLeadsAfter } from "../leads/read-lead.ts";
import { InboxFailure, okValue } from "./failures.ts";
import type { SeveralParts } from "./lead.ts";
import { inputOf, listQueryOf } from "./list.ts";
import { postForm } from "./posted-form.ts";
import { signedInAs } from "./sessions.ts";

/** A press takes so many of the leads, so that it ends within seconds; another takes the rest. */
const AT_ONCE = 1_000;

type SelectAllParts = SeveralParts & { timeZone: string };

export function registerSelectAll(app: FastifyInstance, parts: SelectAllParts): void {
  const { change, removal, render, notify, now } = parts;
  const { store } = removal;

  const listed = async (query: ListQuery, by: string | undefined) =>
    okValue(await listLeads(store, { ...inputOf(query, parts), by, page: 1, size: AT_ONCE }));

  app.get(INBOX.all, async (request, reply) => {
    const query = listQueryOf(request);
    const { leads, total } = await listed(query, signedInAs(request));
    const ids = leads.map(({ id }) => id);
    const details = okValue(await readLeadsAfter(store, { ids, size: AT_ONCE }));
    const until = isoTime(now());
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
      for (const id of ids) okValue(await setOutcome(store, { ...change({ id }, me), outcome: SPAM }));
      return rememberDeed(reply, { what: SPAM, back, undo: [], count: ids.length });
    }
    const removed = okValue(await removeLeads(removal, ids, me));
    if (removed.waits) throw new InboxFailure("waiting");
    request.log.warn({ leads: removed.leads, by: me }, "leads were deleted in the inbox");
    return rememberDeed(reply, { what: "deleted", back, undo: [], count: removed.leads });
  });
}

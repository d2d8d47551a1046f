/** Asks before it deletes the ticked leads, or all leads of a list. */
import { isoTime } from "../../../contract/durations.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { INBOX_FIELDS } from "../fields.ts";
import { listPath } from "../list/list-query.ts";
import type { LeadDetail, Stale } from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { readQuery } from "../../http/forms.ts";
import { findStale } from "../../leads/history.ts";
import type { Team } from "../../leads/team.ts";
import { readLeads } from "../../leads/read-lead.ts";
import { listLeads } from "../list/list-leads.ts";
import { listIn } from "../list/list.ts";
import {
  backIn,
  InboxFailure,
  postForm,
  redirectWith,
  type PostedForm,
} from "../forms.ts";
import type { Deed } from "../deed.ts";
import { removeLeads, type Removal } from "./remove-leads.ts";
import { MOST_LEADS, ticksOf, unlessAnyStale } from "../ticks.ts";

export function registerDelete(
  app: FastifyInstance,
  removal: Removal,
  timeZone: string,
  readReaders: Team["readers"],
): void {
  const { store, now } = removal;

  async function ask(
    reply: FastifyReply,
    leads: readonly LeadDetail[],
    back: string,
    total?: number,
  ) {
    if (leads.length === 0)
      return redirectWith(reply, { what: "nothing", back });
    const readers = await readReaders();
    return reply.show("delete", { leads, readers, back, total });
  }

  app.get(INBOX.delete, async (request, reply) => {
    const query = readQuery(request);
    const ticks = ticksOf(query.getAll(INBOX_FIELDS.lead));
    const seen = new Map(ticks.map((tick) => [tick.id, tick.seen]));
    const details = await readLeads(store, [...seen.keys()].toSorted());
    // The form of this page names the versions that the list showed. If a lead was changed since,
    // the form does not delete the lead.
    const leads = details.map((one) => ({
      ...one,
      version: seen.get(one.lead.id) ?? one.version,
    }));
    return ask(reply, leads, backIn(query));
  });

  app.get(INBOX.all, async (request, reply) => {
    const { query, input } = listIn(request, { timeZone, now });
    const { leads, total } = await listLeads(store, {
      ...input,
      size: MOST_LEADS,
    });
    return ask(reply, leads, listPath({ ...query, page: 1 }), total);
  });

  postForm(app, INBOX.delete, (form) => deleteTicked(removal, form));
}

/** Deletes the ticked leads, except those that were changed since the page was shown. */
async function deleteTicked(
  removal: Removal,
  { fields, request, by }: PostedForm,
): Promise<Deed> {
  const { store, now } = removal;
  const ticked = fields.get(INBOX_FIELDS.lead);
  if (ticked === undefined) throw new InboxFailure("unreadable");
  const stale: Stale[] = [];
  const fresh: string[] = [];
  for (const tick of ticksOf(ticked.split(" "))) {
    const change = { ...tick, by, now: isoTime(now()) };
    const staleLead = await store.read((query) =>
      findStale(query, change, { kind: "deleted" }),
    );
    if (staleLead) stale.push(staleLead);
    else fresh.push(tick.id);
  }
  const removed = await removeLeads(removal, fresh, by);
  if (!removed) throw new InboxFailure("waiting");
  const { leads } = removed;
  // Only the log records who deleted the leads.
  if (leads > 0)
    request.log.warn({ leads, by }, "leads were deleted in the inbox");
  // The count is not `leads`: the second press of a double click finds no leads to delete.
  return unlessAnyStale(
    { what: "deleted", back: backIn(fields), count: fresh.length },
    stale,
  );
}

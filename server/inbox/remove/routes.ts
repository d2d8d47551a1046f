/**
 * Shows everything about a person, and deletes
 * a person, ticked leads or a list for good.
 */

import type { FastifyReply } from "fastify";
import { isoTime } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { LeadDetail, Stale } from "../../../contract/inbox/leads-admin.ts";
import { readQuery } from "../../http/forms.ts";
import { findStale, StaleFailure } from "../../leads/history.ts";
import { readLead, readLeads, readPerson } from "../../leads/read-lead.ts";
import type { Database } from "../../store/database.ts";
import type { Deed } from "../deed.ts";
import { INBOX_FIELDS } from "../fields.ts";
import {
  backIn,
  type IdRoute,
  InboxFailure,
  postForm,
  type PostedForm,
  present,
  redirectWith,
  sendFile,
  takeDeed,
} from "../forms.ts";
import { listLeads } from "../list/list-leads.ts";
import { listPath } from "../list/list-query.ts";
import { listIn } from "../list/routes.ts";
import type { Room } from "../parts.ts";
import { MOST_LEADS, ticksOf, unlessAnyStale } from "../ticks.ts";
import { removeLeads, type Removal } from "./remove-leads.ts";

const personRoutes: Room = (app, { store }) => {
  app.get<IdRoute>(INBOX.person(":id"), async ({ params: { id } }, reply) =>
    reply.show("PersonPage", { id, leads: await personOf(store, id) }),
  );

  app.get<IdRoute>(INBOX.personFile(":id"), async (request, reply) => {
    const leads = await personOf(store, request.params.id);
    const text = `${JSON.stringify({ leads }, undefined, 2)}\n`;
    return sendFile(reply, "person.json", "application/json", text);
  });
};

/** All leads of a lead's person. Two people can share an address. */
async function personOf(store: Database, id: string) {
  const { lead, person } = present(await readLead(store, id));
  const leads = await readPerson(store, lead.email);
  return leads.filter((one) => one.person === person);
}

const removalRoutes: Room = (app, parts) => {
  const { store } = parts;

  const ask = (
    reply: FastifyReply,
    leads: readonly LeadDetail[],
    back: string,
    total?: number,
  ) =>
    leads.length === 0
      ? redirectWith(reply, { what: "nothing", back })
      : reply.show("DeletePage", { leads, back, total });

  app.get(INBOX.delete, async (request, reply) => {
    const query = readQuery(request);
    const ticks = ticksOf(query.getAll(INBOX_FIELDS.lead));
    const seen = new Map(ticks.map((tick) => [tick.id, tick.seen]));
    const details = await readLeads(store, [...seen.keys()].toSorted());
    // The form of this page names the versions that the list showed. If a lead
    // was changed since, the form does not delete the lead.
    const leads = details.map((one) => ({
      ...one,
      version: seen.get(one.lead.id) ?? one.version,
    }));
    return ask(reply, leads, backIn(query));
  });

  app.get(INBOX.all, async (request, reply) => {
    const { query, input } = listIn(request, parts);
    const size = MOST_LEADS;
    const { leads, total } = await listLeads(store, { ...input, size });
    return ask(reply, leads, listPath({ ...query, page: 1 }), total);
  });

  app.get<IdRoute>(INBOX.erase(":id"), async ({ params: { id } }, reply) => {
    const leads = (await personOf(store, id)).slice(0, MOST_LEADS);
    const back = INBOX.receipt;
    return reply.show("DeletePage", { leads, back, person: id });
  });

  postForm(app, INBOX.delete, (form) => deleteTicked(parts, form));

  app.get(INBOX.receipt, async (_request, reply) => {
    const receipt = takeDeed(reply)?.receipt;
    return receipt
      ? reply.show("ReceiptPage", receipt)
      : reply.redirect(INBOX.path, 303);
  });
};

export const routes: Room = (app, parts) => {
  personRoutes(app, parts);
  removalRoutes(app, parts);
};

/**
 * Deletes the ticked leads, except those that
 * were changed since the page was shown.
 */
async function deleteTicked(
  removal: Removal,
  { fields, request, by }: PostedForm,
): Promise<Deed> {
  const { store } = removal;
  const at = isoTime(removal.now());
  const ticked = fields.get(INBOX_FIELDS.lead);
  if (ticked === undefined) throw new InboxFailure("unreadable");
  const stale: Stale[] = [];
  const fresh: string[] = [];
  for (const tick of ticksOf(ticked.split(" "))) {
    const staleLead = await store.read((query) =>
      findStale(query, { ...tick, by, now: at }, { kind: "deleted" }),
    );
    if (staleLead) stale.push(staleLead);
    else fresh.push(tick.id);
  }
  const back = backIn(fields);
  // The receipt of an erasure is about all leads of the person.
  if (stale.length > 0 && back === INBOX.receipt) throw new StaleFailure(stale);
  const removed = await removeLeads(removal, fresh, by);
  if (!removed) throw new InboxFailure("waiting");
  const { leads } = removed;
  // Only the log records who deleted the leads.
  if (leads > 0)
    request.log.warn({ leads, by }, "leads were deleted in the inbox");
  const done = {
    what: "deleted",
    back,
    // The second press of a double click finds no leads to delete.
    count: fresh.length,
    receipt: leads > 0 ? { at, ...removed } : undefined,
  } as const;
  return unlessAnyStale(done, stale);
}

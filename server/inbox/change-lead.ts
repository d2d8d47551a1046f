import type { Change } from "../../contract/inbox/leads-admin.ts";
import { receiversOf, type LeadEvent } from "../../contract/mail/delivery.ts";
import { settleCalls } from "../calls/bookings.ts";
import {
  lockCalls,
  recordChange,
  type AgencyChange,
  type LeadChange,
} from "../leads/history.ts";
import { joinPerson } from "../leads/person.ts";
import { leadsWithIds } from "../leads/read-lead.ts";
import type { Database } from "../store/database.ts";
import { lockLead, type Query } from "../store/query.ts";
import { rowsFor, type Sql } from "../store/sql.ts";

/**
 * @param make gets the number of the change in the history of its lead
 * @param when a condition that is false if the lead already has the new state
 * @returns the lead afterwards, if it is stored @throws {StaleFailure}
 */
export function changeLead(
  db: Database,
  change: LeadChange,
  what: Pick<Change, "kind" | "reason">,
  when: Sql,
  make: (query: Query, number: number) => Promise<void>,
) {
  return db.write(async (query) => {
    // Takes locks in the same order as changes
    // of calls, so that neither deadlocks.
    await query`${lockCalls}`;
    await lockLead(query, change.id);
    const number = await recordChange(query, change, what, when);
    if (number !== undefined) {
      await make(query, number);
      await settleCalls(query, change.id);
      await joinPerson(query, change.id);
    }
    return (await leadsWithIds(query, [change.id]))[0];
  });
}

/**
 * Sends an event to each webhook that got
 * `lead.created` for this lead, or will still get it.
 */
export async function notifyWebhooks(
  query: Query,
  change: AgencyChange,
  event: Pick<LeadEvent, "type" | "outcome">,
) {
  const { id, now, by } = change;
  const { newId, webhookUrls } = change;
  const receivers = receiversOf(event.type, webhookUrls);
  const webhooks = receivers.map((target) => ({ id: newId(), target }));
  const hooks = rowsFor("deliveries", ["id", "target"], webhooks, "hook");
  await query`INSERT INTO deliveries
      (id, lead_id, kind, target, state, attempts, due_at, next_at, event)
    SELECT hook.id, received.lead_id, 'webhook', target, 'due', 0, ${now},
      ${now},
      ${JSON.stringify({ ...event, at: now, by })} FROM deliveries AS received
      JOIN ${hooks} USING (target)
    WHERE received.lead_id = ${id} AND received.event IS NULL
      AND received.state <> 'cancelled'`;
}

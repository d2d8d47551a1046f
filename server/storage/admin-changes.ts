/** Changes by the agency: the state of leads, notes, deliveries, and deletions. */
import * as v from "valibot";
import type { Input } from "../../contract/admin-operations.ts";
import { CALL_REMINDERS, DELIVERY_KINDS, hoursAfter, PROMISED_HOURS } from "../../contract/delivery.ts";
import type { DeliveryKind, LeadEvent } from "../../contract/delivery.ts";
import type { LeadNote } from "../../contract/leads-admin.ts";
import { leadColumns, type LeadRow } from "../../contract/lead.ts";
import { markBooked, cancelDue } from "./bookings.ts";
import { canBeSentAgain } from "./conditions.ts";
import { describeLeads } from "./insert-leads.ts";
import { foldRareSources } from "./funnel-statements.ts";
import { REMINDER_KINDS } from "./store.ts";
import { flag, isTime, read, text, type Query } from "./query.ts";
import { readLead } from "./admin-statements.ts";
import { joined, Sql, sql } from "./sql.ts";

interface LeadAt {
  id: string;
  now: string;
}

interface Change extends LeadAt {
  by?: string | undefined;
  webhooks: readonly { id: string; target: string }[];
}

/** Selects leads by id, or by time. */
export type Removal = { ids: readonly string[] } | { before: string };

/** Leads deleted in one transaction, a small number so that nobody waits long. */
export const REMOVED_AT_ONCE = 50;

const IS_SUSPECTED = sql`coalesce(outcome IN ('suspected', 'spam'), FALSE)`;

const ClockSchema = v.object({ dueAt: v.string(), suspected: flag });

/** Somebody who answers a suspected lead takes its call for real, so its visitor has to know of it. */
const invite = (id: string, now: string) => sql`UPDATE deliveries
  SET state = 'due', next_at = CASE WHEN due_at > ${now} THEN due_at ELSE ${now} END
  WHERE lead_id = ${id} AND state = 'cancelled'
    AND (kind = 'invitation' OR (kind = ANY (${CALL_REMINDERS}) AND due_at > ${now}))
    AND EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = ${id} AND ${IS_SUSPECTED})
    AND EXISTS (SELECT 1 FROM bookings WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now})
  RETURNING id`;

export async function answerLead(query: Query, change: Change) {
  const { id, now, by } = change;
  const invited = await query`${invite(id, now)}`;
  const answered = await query`UPDATE lead_contexts SET answered_at = ${now}, answered_by = ${by},
      outcome = CASE WHEN ${IS_SUSPECTED} THEN NULL ELSE outcome END
    WHERE lead_id = ${id} AND (answered_at IS NULL OR ${IS_SUSPECTED}) RETURNING lead_id`;
  if (invited.length > 0) await markBooked(query, id, now);
  await query`${cancelDue(id, REMINDER_KINDS)}`;
  if (answered.length > 0) await notifyWebhooks(query, change, { type: "lead.answered", at: now, by });
  return readLead(query, id);
}

/** @param reminders for a suspected lead that is cleared now, as if it had just arrived */
export async function reopenLead(
  query: Query,
  { id, now, reminders }: LeadAt & { reminders: readonly { kind: DeliveryKind; notBefore: string }[] },
) {
  const [clock] = await query`SELECT due_at, ${IS_SUSPECTED} AS suspected
    FROM lead_contexts WHERE lead_id = ${id}`;
  if (!clock) return undefined;
  const { dueAt, suspected } = read(ClockSchema, clock);
  // Nobody was notified of a suspected lead: its clock and its deliveries begin now.
  const ends = suspected ? hoursAfter({ created_at: now }, PROMISED_HOURS) : dueAt;
  await query`UPDATE lead_contexts SET answered_at = NULL, answered_by = NULL, due_at = ${isTime(ends) ? ends : now},
    outcome = NULL, outcome_at = NULL, outcome_by = NULL WHERE lead_id = ${id}`;
  // If the clock ran before, reminders that were sent come again.
  const again = suspected ? sql`kind = ANY (${REMINDER_KINDS})` : sql`FALSE`;
  const cancelled = await query`SELECT id, kind, due_at FROM deliveries WHERE lead_id = ${id}
    AND (${again} OR state = 'cancelled') AND (event IS NULL OR event::json ->> 'booking' IS NOT NULL)`;
  for (const delivery of cancelled) {
    const due = text(delivery, "due_at");
    const isOf = (kinds: readonly DeliveryKind[]) => kinds.some((kind) => kind === delivery["kind"]);
    const at =
      isOf(CALL_REMINDERS) || (!suspected && isTime(due))
        ? due
        : isOf(REMINDER_KINDS)
          ? reminders.find(({ kind }) => kind === delivery["kind"])?.notBefore
          : now;
    if (at !== undefined && at >= now)
      await query`UPDATE deliveries SET state = 'due', due_at = ${at}, next_at = ${at}, sent_at = NULL
        WHERE id = ${text(delivery, "id")}`;
  }
  if (suspected) await markBooked(query, id, now);
  return readLead(query, id);
}

export async function setOutcome(query: Query, { outcome, ...change }: Change & Input<"outcome">) {
  const { id, now, by } = change;
  const isSpam = outcome === "spam";
  if (!isSpam) await query`${invite(id, now)}`;
  const answers = isSpam ? sql`answered_at IS NULL` : sql`answered_at IS NULL OR ${IS_SUSPECTED}`;
  const changed = await query`UPDATE lead_contexts
    SET outcome = ${outcome}, outcome_at = ${now}, outcome_by = ${by},
      answered_at = CASE WHEN ${answers} THEN ${now} ELSE answered_at END,
      answered_by = CASE WHEN ${answers} THEN ${by} ELSE answered_by END
    WHERE lead_id = ${id} AND (outcome IS NULL OR outcome <> ${outcome}) RETURNING lead_id`;
  await query`${cancelDue(id, isSpam ? DELIVERY_KINDS : REMINDER_KINDS)}`;
  // Frees the times of spam calls, without a mail.
  if (isSpam)
    await query`UPDATE bookings SET state = 'cancelled', sequence = sequence + 1, updated_at = ${now}
      WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now}`;
  if (changed.length > 0) await notifyWebhooks(query, change, { type: "lead.outcome", at: now, by, outcome });
  return readLead(query, id);
}

/** Sends events only to webhooks that received `lead.created`. */
async function notifyWebhooks(query: Query, { id, now, webhooks }: Change, event: LeadEvent): Promise<void> {
  await query`INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at, event)
    SELECT hook.id, lead_id, 'webhook', target, 'due', 0, ${now}, ${now}, ${JSON.stringify(event)}
      FROM deliveries AS received
      JOIN json_to_recordset(${JSON.stringify(webhooks)}) AS hook (id uuid, target text) USING (target)
    WHERE lead_id = ${id} AND event IS NULL AND state <> 'cancelled'
      AND NOT EXISTS (SELECT 1 FROM disabled_targets WHERE target = received.target)`;
}

export async function addNote(query: Query, { leadId, ...note }: LeadNote & { leadId: string }) {
  const added = await query`INSERT INTO lead_notes (id, lead_id, text, created_at, author)
    SELECT ${note.id}, lead_id, ${note.text}, ${note.createdAt}, ${note.by}
    FROM lead_contexts WHERE lead_id = ${leadId} RETURNING id`;
  return added.length === 0 ? undefined : note;
}

export async function editLead(query: Query, { lead, ...change }: Change & { lead: LeadRow }) {
  const values = leadColumns.map((column) => sql`${new Sql(column)} = ${lead[column]}`);
  const [edited] = await query`UPDATE lead_submissions SET ${joined(values, ", ")}
    WHERE id = ${lead.id} RETURNING id`;
  if (!edited) return undefined;
  await describeLeads(query, [lead]);
  await notifyWebhooks(query, change, { type: "lead.updated", at: change.now, by: change.by });
  return readLead(query, lead.id);
}

export async function sendAgain(query: Query, { now, ...input }: Input<"sendAgain"> & { now: string }) {
  const can = canBeSentAgain(now);
  const where = "id" in input ? sql`${can[input.only]} AND id = ${input.id}` : can[input.all];
  const again = await query`UPDATE deliveries
    SET attempts = CASE state WHEN 'due' THEN attempts ELSE 0 END,
      due_at = CASE state WHEN 'due' THEN due_at ELSE ${now} END, next_at = ${now}, sent_at = NULL, state = 'due'
    WHERE ${where} RETURNING id, target`;
  await query`DELETE FROM disabled_targets WHERE target = ANY (${again.map(({ target }) => target)})`;
  return again.map((record) => text(record, "id"));
}

/** A lead's retention counts from the end of its call. */
const isKeptUntil = (time: string) => sql`created_at < ${time}
  AND NOT EXISTS (SELECT 1 FROM bookings WHERE lead_id = lead_submissions.id AND ends_at >= ${time})`;

/** Deletes leads, at most {@link REMOVED_AT_ONCE}; call it until there are fewer. @returns ids of `deliveries` too */
export async function removeLeads(query: Query, input: Removal) {
  const where = "ids" in input ? sql`id = ANY (${input.ids})` : isKeptUntil(input.before);
  const found = await query`SELECT id FROM lead_submissions WHERE ${where} ORDER BY id
    LIMIT ${REMOVED_AT_ONCE} FOR UPDATE`;
  const ids = found.map(({ id }) => id);
  const deliveries = await query`SELECT id FROM deliveries WHERE lead_id = ANY (${ids})`;
  const notes = await query`SELECT id FROM lead_notes WHERE lead_id = ANY (${ids})`;
  await query`DELETE FROM lead_submissions WHERE id = ANY (${ids})`;
  if (ids.length > 0) await foldRareSources(query);
  return {
    leads: ids.length,
    notes: notes.length,
    deliveries: deliveries.map((record) => text(record, "id")),
  };
}

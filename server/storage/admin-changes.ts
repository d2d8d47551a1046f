/** Changes by the agency: the state of leads, notes, deliveries, and deletions. */
import * as v from "valibot";
import type { Input } from "../../contract/admin-operations.ts";
import { CALL_REMINDERS, DELIVERY_KINDS, hoursAfter, PROMISED_HOURS } from "../../contract/delivery.ts";
import type { DeliveryKind, LeadEvent } from "../../contract/delivery.ts";
import type { LeadNote } from "../../contract/leads-admin.ts";
import { leadColumns, type LeadRow } from "../../contract/lead.ts";
import { markBooked, CANCEL_DUE } from "./bookings.ts";
import { SEND_AGAIN } from "./conditions.ts";
import { describeLeads } from "./insert-leads.ts";
import { foldRareSources } from "./funnel-statements.ts";
import { REMINDER_KINDS } from "./store.ts";
import { flag, isTime, read, text, type Query } from "./query.ts";
import { readLead } from "./admin-statements.ts";

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

const IS_SUSPECTED = "coalesce(outcome IN ('suspected', 'spam'), FALSE)";

const ANSWER = `UPDATE lead_contexts
  SET answered_at = $2, answered_by = $3, outcome = CASE WHEN ${IS_SUSPECTED} THEN NULL ELSE outcome END
  WHERE lead_id = $1 AND (answered_at IS NULL OR ${IS_SUSPECTED}) RETURNING lead_id`;

const CLOCK = `SELECT due_at, ${IS_SUSPECTED} AS suspected FROM lead_contexts WHERE lead_id = $1`;

const ClockSchema = v.object({ dueAt: v.string(), suspected: flag });

const REOPEN = `UPDATE lead_contexts SET answered_at = NULL, answered_by = NULL, due_at = $2,
    outcome = NULL, outcome_at = NULL, outcome_by = NULL
  WHERE lead_id = $1`;

const CANCELLED = `SELECT id, kind, due_at FROM deliveries WHERE lead_id = $1 AND state = 'cancelled'
  AND (event IS NULL OR event::json ->> 'booking' IS NOT NULL)`;

const PLAN_AGAIN = "UPDATE deliveries SET state = 'due', due_at = $2, next_at = $2 WHERE id = $1";

const ANSWERS = `(answered_at IS NULL OR (${IS_SUSPECTED} AND $2 <> 'spam'))`;

const OUTCOME = `UPDATE lead_contexts SET outcome = $2, outcome_at = $3, outcome_by = $4,
    answered_at = CASE WHEN ${ANSWERS} THEN $3 ELSE answered_at END,
    answered_by = CASE WHEN ${ANSWERS} THEN $4 ELSE answered_by END
  WHERE lead_id = $1 AND (outcome IS NULL OR outcome <> $2) RETURNING lead_id`;

// Send events only to webhooks that received `lead.created`.
const NOTIFY_WEBHOOKS = `INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at, event)
  SELECT hook.id, lead_id, 'webhook', target, 'due', 0, $2, $2, $3 FROM deliveries AS received
    JOIN json_to_recordset($4) AS hook (id uuid, target text) USING (target)
  WHERE lead_id = $1 AND event IS NULL AND state <> 'cancelled'
    AND NOT EXISTS (SELECT 1 FROM disabled_targets WHERE target = received.target)`;

const NOTE = `INSERT INTO lead_notes (id, lead_id, text, created_at, author)
  SELECT $1, lead_id, $3, $4, $5 FROM lead_contexts WHERE lead_id = $2 RETURNING id`;

const AGAIN = `UPDATE deliveries SET attempts = CASE state WHEN 'due' THEN attempts ELSE 0 END,
  due_at = CASE state WHEN 'due' THEN due_at ELSE $1 END, next_at = $1, sent_at = NULL, state = 'due' WHERE`;

const ENABLE_TARGET = "DELETE FROM disabled_targets WHERE target = ANY ($1)";

// A lead's retention counts from the end of its call.
const KEPT_UNTIL = `created_at < $1
  AND NOT EXISTS (SELECT 1 FROM bookings WHERE lead_id = lead_submissions.id AND ends_at >= $1)`;

// Frees the times of spam calls, without a mail.
const FREE_TIMES = `UPDATE bookings SET state = 'cancelled', sequence = sequence + 1, updated_at = $2
  WHERE lead_id = $1 AND state = 'booked' AND starts_at > $2`;

// Somebody who answers a suspected lead takes its call for real, so its visitor has to know of it.
const INVITE = `UPDATE deliveries SET state = 'due', next_at = CASE WHEN due_at > $2 THEN due_at ELSE $2 END
  WHERE lead_id = $1 AND state = 'cancelled' AND (kind = 'invitation' OR (kind = ANY ($3) AND due_at > $2))
    AND EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = $1 AND ${IS_SUSPECTED})
    AND EXISTS (SELECT 1 FROM bookings WHERE lead_id = $1 AND state = 'booked' AND starts_at > $2)
  RETURNING id`;

export async function answerLead(query: Query, change: Change) {
  const { id, now, by } = change;
  const invited = await query(INVITE, [id, now, CALL_REMINDERS]);
  const answered = await query(ANSWER, [id, now, by]);
  if (invited.length > 0) await markBooked(query, id, now);
  await query(CANCEL_DUE, [id, REMINDER_KINDS]);
  if (answered.length > 0) await notifyWebhooks(query, change, { type: "lead.answered", at: now, by });
  return readLead(query, id);
}

/** @param reminders for a suspected lead that is cleared now, as if it had just arrived */
export async function reopenLead(
  query: Query,
  { id, now, reminders }: LeadAt & { reminders: readonly { kind: DeliveryKind; notBefore: string }[] },
) {
  const [clock] = await query(CLOCK, [id]);
  if (!clock) return undefined;
  const { dueAt, suspected } = read(ClockSchema, clock);
  // Nobody was notified of a suspected lead: its clock and its deliveries begin now.
  const late = suspected
    ? Date.parse(hoursAfter({ created_at: now }, PROMISED_HOURS)) - Date.parse(dueAt)
    : 0;
  const later = (time: string) => (isTime(time) ? new Date(Date.parse(time) + late).toISOString() : now);
  await query(REOPEN, [id, later(dueAt)]);
  for (const delivery of await query(CANCELLED, [id])) {
    const due = text(delivery, "due_at");
    const at = CALL_REMINDERS.some((kind) => kind === delivery["kind"])
      ? due
      : suspected && REMINDER_KINDS.some((kind) => kind === delivery["kind"])
        ? reminders.find(({ kind }) => kind === delivery["kind"])?.notBefore
        : later(due);
    if (at !== undefined && at >= now) await query(PLAN_AGAIN, [text(delivery, "id"), at]);
  }
  if (suspected) await markBooked(query, id, now);
  return readLead(query, id);
}

export async function setOutcome(query: Query, { outcome, ...change }: Change & Input<"outcome">) {
  const { id, now, by } = change;
  if (outcome !== "spam") await query(INVITE, [id, now, CALL_REMINDERS]);
  const changed = await query(OUTCOME, [id, outcome, now, by]);
  await query(CANCEL_DUE, [id, outcome === "spam" ? DELIVERY_KINDS : REMINDER_KINDS]);
  if (outcome === "spam") await query(FREE_TIMES, [id, now]);
  if (changed.length > 0) await notifyWebhooks(query, change, { type: "lead.outcome", at: now, by, outcome });
  return readLead(query, id);
}

async function notifyWebhooks(query: Query, { id, now, webhooks }: Change, event: LeadEvent): Promise<void> {
  await query(NOTIFY_WEBHOOKS, [id, now, JSON.stringify(event), JSON.stringify(webhooks)]);
}

export async function addNote(query: Query, { leadId, ...note }: LeadNote & { leadId: string }) {
  const added = await query(NOTE, [note.id, leadId, note.text, note.createdAt, note.by]);
  return added.length === 0 ? undefined : note;
}

const EDIT = `UPDATE lead_submissions SET ${leadColumns.map((column, at) => `${column} = $${at + 2}`).join(", ")}
  WHERE id = $1 RETURNING id`;

export async function editLead(query: Query, { lead, ...change }: Change & { lead: LeadRow }) {
  const edited = await query(EDIT, [lead.id, ...leadColumns.map((column) => lead[column])]);
  if (edited.length === 0) return undefined;
  await describeLeads(query, [lead]);
  await notifyWebhooks(query, change, { type: "lead.updated", at: change.now, by: change.by });
  return readLead(query, lead.id);
}

export async function sendAgain(query: Query, { now, ...input }: Input<"sendAgain"> & { now: string }) {
  const one = "id" in input;
  const condition = SEND_AGAIN[one ? input.only : input.all];
  const again = one
    ? await query(`${AGAIN} ${condition} AND id = $2 RETURNING id, target`, [now, input.id])
    : await query(`${AGAIN} ${condition} RETURNING id, target`, [now]);
  await query(ENABLE_TARGET, [again.map((record) => text(record, "target"))]);
  return again.map((record) => text(record, "id"));
}

/** Deletes leads, at most {@link REMOVED_AT_ONCE}; call it until there are fewer. @returns ids of `deliveries` too */
export async function removeLeads(query: Query, input: Removal) {
  const [which, value] = "ids" in input ? ["id = ANY ($1)", input.ids] : [KEPT_UNTIL, input.before];
  const found = await query(
    `SELECT id FROM lead_submissions WHERE ${which} ORDER BY id LIMIT $2 FOR UPDATE`,
    [value, REMOVED_AT_ONCE],
  );
  const ids = found.map(({ id }) => id);
  const deliveries = await query("SELECT id FROM deliveries WHERE lead_id = ANY ($1)", [ids]);
  const notes = await query("SELECT id FROM lead_notes WHERE lead_id = ANY ($1)", [ids]);
  await query("DELETE FROM lead_submissions WHERE id = ANY ($1)", [ids]);
  if (ids.length > 0) await foldRareSources(query);
  return {
    leads: ids.length,
    notes: notes.length,
    deliveries: deliveries.map((record) => text(record, "id")),
  };
}

/** Changes by the agency: the state of leads, notes, deliveries, and deletions. */
import * as v from "valibot";
import { DELIVERY_KINDS, hoursAfter, PROMISED_HOURS, readTarget } from "../../contract/delivery.ts";
import type { LeadEvent } from "../../contract/delivery.ts";
import type { LeadDetail, LeadNote } from "../../contract/leads-admin.ts";
import { leadColumns, type LeadRow } from "../../contract/lead.ts";
import type { OUTCOMES } from "../../contract/outcome.ts";
import { markBooked, cancelDue, countCall, lockCalls } from "../calls/bookings.ts";
import { allowWithheld } from "../deliveries/mailbox-budget.ts";
import { canBeSentAgain, REMINDS_OF_CALL } from "../deliveries/conditions.ts";
import { recordChange, type AgencyChange, type Changed, type LeadChange } from "../leads/history.ts";
import { describeLead } from "../leads/insert-leads.ts";
import type { Found, Unavailable } from "../store/store.ts";
import { flag, lockLead, parseRecord, text, type Query } from "../store/query.ts";
import { leadOf } from "../leads/read-lead.ts";
import { among, field, joined, locked, raw, rowsFor, sql, type Sql } from "../store/sql.ts";
import { asFound, changes, type Database } from "../store/database.ts";

/** Leads deleted in one transaction, a small number so that nobody waits long. */
export const REMOVED_AT_ONCE = 50;

const IS_SUSPECTED = sql`coalesce(outcome IN ('suspected', 'spam'), FALSE)`;

const ClockSchema = v.object({ dueAt: v.string(), suspected: flag });

/** Answering a suspected lead clears it: send the visitor the invitation that was held back. */
const invite = (id: string, now: string) => sql`UPDATE deliveries
  SET state = 'due', next_at = CASE WHEN due_at > ${now} THEN due_at ELSE ${now} END
  WHERE lead_id = ${id} AND state = 'cancelled'
    AND (kind = 'invitation' OR (${REMINDS_OF_CALL} AND due_at > ${now}))
    AND EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = ${id} AND ${IS_SUSPECTED})
    AND EXISTS (SELECT 1 FROM bookings WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now})
  RETURNING id`;

export function answerLead(db: Database, change: AgencyChange): Promise<Changed<LeadDetail> | Unavailable> {
  return db.write(async (query) => {
    const { id, now, by } = change;
    const waits = sql`(answered_at IS NULL OR ${IS_SUSPECTED})`;
    const recorded = await recordChange(query, change, { kind: "answered" }, waits);
    if (recorded.kind === "stale") return recorded;
    const invited = await query`${invite(id, now)}`;
    await query`UPDATE lead_contexts SET answered_at = ${now}, answered_by = ${by},
      outcome = CASE WHEN ${IS_SUSPECTED} THEN NULL ELSE outcome END
    WHERE lead_id = ${id} AND ${waits}`;
    if (invited.length > 0) await markBooked(query, id, now);
    if (recorded.kind === "made") await notifyWebhooks(query, change, { type: "lead.answered", at: now, by });
    return asFound(leadOf(query, id));
  });
}

/** A suspected lead that is cleared begins as if it had just arrived. */
export function reopenLead(db: Database, change: LeadChange): Promise<Changed<LeadDetail> | Unavailable> {
  return db.write(async (query) => {
    const { id, now } = change;
    const recorded = await recordChange(query, change, { kind: "reopened" }, sql`answered_at IS NOT NULL`);
    if (recorded.kind === "stale") return recorded;
    const [clock] = await query`SELECT due_at, ${IS_SUSPECTED} AS suspected
    FROM lead_contexts WHERE lead_id = ${id}`;
    if (!clock) return { kind: "missing" };
    const { dueAt, suspected } = parseRecord(ClockSchema, clock);
    // Nobody was notified of a suspected lead: its clock and its deliveries begin now.
    const ends = suspected ? hoursAfter({ created_at: now }, PROMISED_HOURS) : dueAt;
    await query`UPDATE lead_contexts SET answered_at = NULL, answered_by = NULL, due_at = ${ends},
    outcome = NULL, outcome_at = NULL, outcome_by = NULL WHERE lead_id = ${id}`;
    const cancelled = await query`SELECT id, due_at, ${REMINDS_OF_CALL} AS reminds FROM deliveries
      WHERE lead_id = ${id} AND state = 'cancelled'
        AND (event IS NULL OR ${field("event", "booking")} IS NOT NULL)`;
    for (const delivery of cancelled) {
      const at = delivery["reminds"] || !suspected ? text(delivery, "due_at") : now;
      if (at >= now)
        await query`UPDATE deliveries SET state = 'due', due_at = ${at}, next_at = ${at}, sent_at = NULL
        WHERE id = ${text(delivery, "id")}`;
    }
    if (suspected) await markBooked(query, id, now);
    return asFound(leadOf(query, id));
  });
}

/** Which change of an assignment the history records. */
function assignmentKind(owner: string | undefined): "follow-up" | "given-back" | "taken" {
  if (owner === undefined) return "follow-up";
  return owner === "" ? "given-back" : "taken";
}

/** Somebody takes the lead, or its follow-up is set to a day like `2027-03-01`; an empty text takes either back. */
export function assignLead(
  db: Database,
  { owner, followUpOn, ...change }: LeadChange & { owner?: string; followUpOn?: string },
): Promise<Changed<LeadDetail> | Unavailable> {
  return db.write(async (query) => {
    const recorded = await recordChange(query, change, {
      kind: assignmentKind(owner),
      reason: followUpOn || undefined,
    });
    if (recorded.kind !== "made") return recorded;
    if (owner !== undefined)
      await query`UPDATE lead_contexts SET owner = ${owner || undefined} WHERE lead_id = ${change.id}`;
    if (followUpOn !== undefined)
      await query`UPDATE lead_contexts SET follow_up_on = ${followUpOn || undefined} WHERE lead_id = ${change.id}`;
    return asFound(leadOf(query, change.id));
  });
}

/** The lead stays answered. */
export function clearOutcome(db: Database, change: AgencyChange): Promise<Changed<LeadDetail> | Unavailable> {
  return db.write(async (query) => {
    const isSet = sql`outcome IS NOT NULL`;
    const recorded = await recordChange(query, change, { kind: "answered" }, isSet);
    if (recorded.kind === "stale") return recorded;
    await query`UPDATE lead_contexts SET outcome = NULL, outcome_at = NULL, outcome_by = NULL
    WHERE lead_id = ${change.id}`;
    return asFound(leadOf(query, change.id));
  });
}

export function setOutcome(
  db: Database,
  { outcome, ...change }: AgencyChange & { outcome: (typeof OUTCOMES)[number] },
): Promise<Changed<LeadDetail> | Unavailable> {
  return db.write(async (query) => {
    const { id, now, by } = change;
    const isSpam = outcome === "spam";
    // It frees the times of calls.
    if (isSpam) await query`${lockCalls}`;
    const isOther = sql`(outcome IS NULL OR outcome <> ${outcome})`;
    const recorded = await recordChange(query, change, { kind: outcome }, isOther);
    if (recorded.kind === "stale") return recorded;
    if (!isSpam) await query`${invite(id, now)}`;
    const answers = isSpam ? sql`answered_at IS NULL` : sql`answered_at IS NULL OR ${IS_SUSPECTED}`;
    await query`UPDATE lead_contexts
    SET outcome = ${outcome}, outcome_at = ${now}, outcome_by = ${by},
      answered_at = CASE WHEN ${answers} THEN ${now} ELSE answered_at END,
      answered_by = CASE WHEN ${answers} THEN ${by} ELSE answered_by END
    WHERE lead_id = ${id} AND ${isOther}`;
    // Frees the times of spam calls, without a mail.
    if (isSpam) {
      await query`${cancelDue(id, DELIVERY_KINDS)}`;
      await query`UPDATE bookings SET state = 'cancelled', sequence = sequence + 1, updated_at = ${now}
      WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now}`;
      await countCall(query, id);
    }
    if (recorded.kind === "made")
      await notifyWebhooks(query, change, { type: "lead.outcome", at: now, by, outcome });
    return asFound(leadOf(query, id));
  });
}

/** Sends events only to webhooks that received `lead.created`. */
async function notifyWebhooks(
  query: Query,
  { id, now, newId, webhookUrls }: AgencyChange,
  event: LeadEvent,
): Promise<void> {
  const webhooks = webhookUrls.map((target) => ({ id: newId(), target }));
  await query`INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at, event)
    SELECT hook.id, received.lead_id, 'webhook', target, 'due', 0, ${now}, ${now}, ${JSON.stringify(event)}
      FROM deliveries AS received JOIN ${rowsFor("deliveries", ["id", "target"], webhooks, "hook")} USING (target)
    WHERE received.lead_id = ${id} AND received.event IS NULL AND received.state <> 'cancelled'
      AND NOT EXISTS (SELECT 1 FROM disabled_targets WHERE target = received.target)`;
}

type Note = Pick<LeadNote, "id" | "text">;

export function addNote(db: Database, change: AgencyChange, typed: string) {
  return db.write(async (query) => {
    const { id, now, by } = change;
    const note = { id: change.newId(), text: typed };
    const insert = sql`INSERT INTO lead_notes (id, lead_id, text, created_at, author)
      VALUES (${note.id}, ${id}, ${note.text}, ${now}, ${by})`;
    return writeNote(query, change, { kind: "note", note, write: insert });
  });
}

/** Only who wrote a note corrects it: another's is missing. */
export function correctNote(db: Database, change: LeadChange, note: Note) {
  return db.write(async (query) => {
    const { id, by } = change;
    const theirs = sql`id = ${note.id} AND lead_id = ${id} AND author IS NOT DISTINCT FROM ${by}`;
    const write = sql`UPDATE lead_notes SET text = ${note.text} WHERE ${theirs}`;
    const when = sql`EXISTS (SELECT 1 FROM lead_notes WHERE ${theirs})`;
    return writeNote(query, change, { kind: "note-corrected", note, write, when });
  });
}

async function writeNote(
  query: Query,
  change: LeadChange,
  { kind, note, write, when }: { kind: "note" | "note-corrected"; note: Note; write: Sql; when?: Sql },
): Promise<Changed<LeadNote>> {
  const lead = await lockLead(query, change.id);
  const recorded = await recordChange(query, change, { kind }, when);
  if (recorded.kind !== "made") return recorded;
  const [row] = await query`${write} RETURNING created_at`;
  if (!lead || !row) return { kind: "missing" };
  await describeLead(query, lead);
  const createdAt = text(row, "created_at");
  return { kind: "ok", value: { ...note, createdAt, ...(change.by !== undefined && { by: change.by }) } };
}

export function editLead(
  db: Database,
  { lead, ...change }: AgencyChange & { lead: LeadRow },
): Promise<Changed<LeadDetail> | Unavailable> {
  return db.write(async (query) => {
    const before = await lockLead(query, lead.id);
    const corrected = leadColumns.filter((column) => lead[column] !== before?.[column]);
    const reason = corrected.map((column) => lead[column]).join("\n");
    const recorded = await recordChange(query, change, { kind: "corrected", reason: reason || undefined });
    if (recorded.kind !== "made") return recorded;
    const values = leadColumns.map((column) => sql`${raw(column)} = ${lead[column]}`);
    await query`UPDATE lead_submissions SET ${joined(values, ", ")} WHERE id = ${lead.id}`;
    await describeLead(query, lead);
    // Nobody in a chat has to act on this.
    const webhookUrls = change.webhookUrls.filter((target) => readTarget(target).chat === undefined);
    const event = { type: "lead.updated", at: change.now, by: change.by } as const;
    await notifyWebhooks(query, { ...change, webhookUrls }, event);
    return asFound(leadOf(query, lead.id));
  });
}

/** Which deliveries to send again: all of a kind, or a dead one. */
type SentAgain = { all: keyof ReturnType<typeof canBeSentAgain> } | { id: string };

/** Makes deliveries due now, and resets the attempts of those not already waiting. @returns their ids */
export function sendAgain(db: Database, which: SentAgain, now: string) {
  return changes(db, async (query) => {
    const can = canBeSentAgain(now);
    const where = "id" in which ? sql`state = 'dead' AND id = ${which.id}` : can[which.all];
    if ("id" in which) await allowWithheld(query, [which.id], now);
    const again = await query`UPDATE deliveries
    SET attempts = CASE state WHEN 'due' THEN attempts ELSE 0 END,
      due_at = CASE state WHEN 'due' THEN due_at ELSE ${now} END, next_at = ${now}, sent_at = NULL,
      last_error = CASE state WHEN 'due' THEN last_error END, state = 'due'
    WHERE ${where} RETURNING id, target`;
    await query`DELETE FROM disabled_targets WHERE target ${among(again.map(({ target }) => target))}`;
    return again.map((record) => text(record, "id"));
  });
}

/** Deletes leads, at most {@link REMOVED_AT_ONCE}; call it until there are fewer. @returns ids of `deliveries` too */
export async function deleteLeads(db: Database, ids: readonly string[]): Promise<Found<Deleted>> {
  const deleted = await changes(db, (query) => removeWhere(query, sql`id ${among(ids)}`, REMOVED_AT_ONCE));
  db.forgetDeleted();
  return deleted;
}

export interface Deleted {
  leads: number;
  notes: number;
  /** Ids of deliveries, whose mails may be files. */
  deliveries: string[];
}

/** Deletes the oldest of the leads. */
export async function removeWhere(query: Query, where: Sql, limit: number): Promise<Deleted> {
  const leads = await query`SELECT id FROM lead_submissions WHERE ${where} ORDER BY created_at, id
    LIMIT ${limit} ${locked("UPDATE")}`;
  const ids = leads.map(({ id }) => id);
  const deliveries = await query`SELECT id FROM deliveries WHERE lead_id ${among(ids)}`;
  const notes = await query`SELECT id FROM lead_notes WHERE lead_id ${among(ids)}`;
  await query`DELETE FROM lead_submissions WHERE id ${among(ids)}`;
  return {
    leads: ids.length,
    notes: notes.length,
    deliveries: deliveries.map((record) => text(record, "id")),
  };
}

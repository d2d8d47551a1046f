/** Changes that the agency makes to leads, notes and deliveries. */
import { promisedFrom, readTarget, type LeadEvent } from "../../contract/delivery.ts";
import type { LeadNote, Change } from "../../contract/leads-admin.ts";
import type { LeadColumn, LeadRow } from "../../contract/lead.ts";
import { MINUTE_MS } from "../../contract/durations.ts";
import type { OUTCOMES_BY_HAND } from "../../contract/outcome.ts";
import { bookAgain, markBooked, lockCalls, updateHasCall } from "../calls/bookings.ts";
import { allowWithheld } from "../deliveries/mailbox-budget.ts";
import { canBeSentAgain, REMINDS_OF_CALL } from "../deliveries/conditions.ts";
import { recordChange, type AgencyChange, type LeadChange } from "../leads/history.ts";
import { writeSearchedText } from "../leads/insert-leads.ts";
import { lockLead, text, type Query } from "../store/query.ts";
import { leadsOf } from "../leads/read-lead.ts";
import { field, joined, raw, rowsFor, sql, type Sql } from "../store/sql.ts";
import type { Database, Work } from "../store/database.ts";

const IS_SPAM = sql`coalesce(outcome IN ('suspected', 'spam'), FALSE)`;

/** When the lead was marked as spam. Rows that the mark cancelled have this time, too. */
export const spamSince = (id: string) =>
  sql`(SELECT outcome_at FROM lead_contexts WHERE lead_id = ${id} AND outcome = 'spam')`;

/**
 * @param when a condition that is false if the lead already has the new state
 * @returns the lead afterwards, if it is stored @throws {StaleFailure}
 */
export function changeLead(
  db: Database,
  change: LeadChange,
  what: Pick<Change, "kind" | "reason">,
  when: Sql,
  make: Work<void>,
) {
  return db.write(async (query) => {
    // Takes locks in the same order as changes of calls, so that neither deadlocks.
    await query`${lockCalls}`;
    await lockLead(query, change.id);
    if (await recordChange(query, change, what, when)) await make(query);
    return (await leadsOf(query, [change.id]))[0];
  });
}

export function answerLead(db: Database, change: AgencyChange) {
  const { id, now, by } = change;
  const when = sql`(answered_at IS NULL OR ${IS_SPAM})`;
  return changeLead(db, change, { kind: "answered" }, when, async (query) => {
    const invited = await invite(query, change);
    await query`UPDATE lead_contexts SET answered_at = ${now}, answered_by = ${by},
      outcome = NULL, outcome_at = NULL, outcome_by = NULL WHERE lead_id = ${id}`;
    if (invited) await markBooked(query, id, now);
    await notifyWebhooks(query, change, { type: "lead.answered", at: now, by });
  });
}

type OutcomeChange = AgencyChange & { outcome: (typeof OUTCOMES_BY_HAND)[number] };

export function setOutcome(db: Database, change: OutcomeChange) {
  const { id, now, by, outcome } = change;
  const when = sql`(outcome IS NULL OR outcome <> ${outcome})`;
  return changeLead(db, change, { kind: outcome }, when, async (query) => {
    if (outcome === "spam") await cancelAsSpam(query, change, now);
    else await invite(query, change);
    const answers = sql`answered_at IS NULL OR ${IS_SPAM}`;
    await query`UPDATE lead_contexts SET outcome = ${outcome}, outcome_at = ${now},
      outcome_by = ${by}, answered_at = CASE WHEN ${answers} THEN ${now} ELSE answered_at END,
      answered_by = CASE WHEN ${answers} THEN ${by} ELSE answered_by END WHERE lead_id = ${id}`;
    await notifyWebhooks(query, change, { type: "lead.outcome", at: now, by, outcome });
  });
}

export function reopenLead(db: Database, change: LeadChange) {
  const { id, now } = change;
  const when = sql`answered_at IS NOT NULL`;
  return changeLead(db, change, { kind: "reopened" }, when, async (query) => {
    const [spam] = await query`SELECT 1 FROM lead_contexts WHERE lead_id = ${id} AND ${IS_SPAM}`;
    if (spam) await sendHeldBack(query, change);
    await query`UPDATE lead_contexts SET answered_at = NULL, answered_by = NULL,
      outcome = NULL, outcome_at = NULL, outcome_by = NULL WHERE lead_id = ${id}`;
    if (spam) await markBooked(query, id, now);
  });
}

/** Cancels deliveries and coming calls, and mails nobody. @param markedAt see {@link spamSince} */
export async function cancelAsSpam(query: Query, { id, now }: LeadChange, markedAt: string) {
  await query`UPDATE deliveries SET state = 'cancelled', next_at = ${markedAt}
    WHERE lead_id = ${id} AND state IN ('due', 'dead')`;
  await query`UPDATE bookings
    SET state = 'cancelled', sequence = sequence + 1, updated_at = ${markedAt}
    WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now}`;
  await updateHasCall(query, id);
}

/**
 * If a lead turns out to be no spam, its visitor still expects the call. So this books the call
 * again, and sends its mails. @returns whether the call has an invitation or a reminder to send
 */
async function invite(query: Query, { id, now }: LeadChange): Promise<boolean> {
  await bookAgain(query, { id, now }, spamSince(id));
  const invited = await query`UPDATE deliveries
    SET state = 'due', next_at = CASE WHEN due_at > ${now} THEN due_at ELSE ${now} END
    WHERE lead_id = ${id} AND state = 'cancelled'
      AND (kind = 'invitation' OR (${REMINDS_OF_CALL} AND due_at > ${now}))
      AND EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = ${id} AND ${IS_SPAM})
      AND ${hasComingCall(id, now)} RETURNING id`;
  return invited.length > 0;
}

const hasComingCall = (id: string, now: string) => sql`EXISTS (SELECT 1 FROM bookings
  WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now})`;

/**
 * Promises an answer, and sends all deliveries that were held back, as if the lead had just come.
 * If the lead has a coming call, mails about the call replace confirmation and notification.
 */
async function sendHeldBack(query: Query, { id, now }: LeadChange): Promise<void> {
  await bookAgain(query, { id, now }, spamSince(id));
  await query`UPDATE lead_contexts SET due_at = ${promisedFrom(now)}, reminded_at = NULL
    WHERE lead_id = ${id}`;
  const at = sql`CASE WHEN ${REMINDS_OF_CALL} THEN due_at ELSE ${now} END`;
  await query`UPDATE deliveries SET state = 'due', due_at = ${at}, next_at = ${at}, sent_at = NULL
    WHERE lead_id = ${id} AND state = 'cancelled' AND ${at} >= ${now}
      AND (event IS NULL OR ${field("event", "booking")} IS NOT NULL)
      AND (kind NOT IN ('confirmation', 'notification') OR NOT ${hasComingCall(id, now)})`;
}

/** @param owner the address of the member who takes the lead; empty: the lead is given back */
export function assignLead(db: Database, change: LeadChange, owner: string) {
  const kind = owner === "" ? "given-back" : "taken";
  const when = sql`coalesce(owner, '') <> ${owner}`;
  return changeLead(db, change, { kind }, when, async (query) => {
    await query`UPDATE lead_contexts SET owner = ${owner || undefined} WHERE lead_id = ${change.id}`;
  });
}

/** Sets the day of the follow-up, like `2027-03-01`; an empty text removes the day. */
export function setFollowUp(db: Database, change: LeadChange, day: string) {
  const reason = day || undefined;
  const when = sql`coalesce(follow_up_on, '') <> ${day}`;
  return changeLead(db, change, { kind: "follow-up", reason }, when, async (query) => {
    await query`UPDATE lead_contexts SET follow_up_on = ${reason} WHERE lead_id = ${change.id}`;
  });
}

/** Sends an event to each webhook that got `lead.created` for this lead, or will still get it. */
export async function notifyWebhooks(query: Query, change: AgencyChange, event: LeadEvent) {
  const { id, now, newId, webhookUrls } = change;
  const webhooks = webhookUrls.map((target) => ({ id: newId(), target }));
  const hooks = rowsFor("deliveries", ["id", "target"], webhooks, "hook");
  await query`INSERT INTO deliveries
      (id, lead_id, kind, target, state, attempts, due_at, next_at, event)
    SELECT hook.id, received.lead_id, 'webhook', target, 'due', 0, ${now}, ${now},
      ${JSON.stringify(event)} FROM deliveries AS received JOIN ${hooks} USING (target)
    WHERE received.lead_id = ${id} AND received.event IS NULL AND received.state <> 'cancelled'`;
}

export function addNote(db: Database, change: AgencyChange, note: string) {
  const { id, now, by } = change;
  const justNow = new Date(Date.parse(now) - MINUTE_MS).toISOString();
  // On a slow connection, people send a note twice.
  const when = sql`NOT EXISTS (SELECT 1 FROM lead_notes WHERE lead_id = ${id} AND text = ${note}
    AND coalesce(author, '') = ${by ?? ""} AND created_at > ${justNow})`;
  return changeLead(db, change, { kind: "note" }, when, async (query) => {
    await query`INSERT INTO lead_notes (id, lead_id, text, created_at, author)
      VALUES (${change.newId()}, ${id}, ${note}, ${now}, ${by})`;
    await writeSearchedText(query, id);
  });
}

/** Does not change who wrote the note. So the caller first checks that `change.by` wrote it. */
export function correctNote(db: Database, change: LeadChange, note: Pick<LeadNote, "id" | "text">) {
  const { id } = change;
  return changeLead(db, change, { kind: "note-corrected" }, sql`TRUE`, async (query) => {
    await query`UPDATE lead_notes SET text = ${note.text} WHERE id = ${note.id}`;
    await writeSearchedText(query, id);
  });
}

export function editLead(
  db: Database,
  { lead, corrected, ...change }: AgencyChange & { lead: LeadRow; corrected: readonly LeadColumn[] },
) {
  const { id, now, by } = change;
  const reason = corrected.map((column) => lead[column]).join("\n") || undefined;
  return changeLead(db, change, { kind: "corrected", reason }, sql`TRUE`, async (query) => {
    const values = corrected.map((column) => sql`${raw(column)} = ${lead[column]}`);
    await query`UPDATE lead_submissions SET ${joined(values, ", ")} WHERE id = ${id}`;
    await writeSearchedText(query, id);
    // Nobody in a chat has to act on a correction.
    const webhookUrls = change.webhookUrls.filter((url) => readTarget(url).chat === undefined);
    await notifyWebhooks(query, { ...change, webhookUrls }, { type: "lead.updated", at: now, by });
  });
}

type WhichDeliveries = { all: keyof ReturnType<typeof canBeSentAgain> } | { id: string };

/** Tries deliveries now. A dead delivery gets all its tries again. */
export function sendAgain(db: Database, which: WhichDeliveries, now: string) {
  return db.write(async (query) => {
    const conditions = canBeSentAgain(now);
    const where = "id" in which ? sql`state = 'dead' AND id = ${which.id}` : conditions[which.all];
    if ("id" in which) await allowWithheld(query, which.id, now);
    const again = await query`UPDATE deliveries
    SET attempts = CASE state WHEN 'due' THEN attempts ELSE 0 END,
      due_at = CASE state WHEN 'due' THEN due_at ELSE ${now} END, next_at = ${now}, sent_at = NULL,
      last_error = CASE state WHEN 'due' THEN last_error END, state = 'due'
    WHERE ${where} RETURNING id`;
    return again.map((record) => text(record, "id"));
  });
}

/** Changes that the agency makes to leads, notes and deliveries. */
import { promisedFrom, readTarget, WRITTEN, type LeadEvent } from "../../contract/delivery.ts";
import type { LeadNote, Change } from "../../contract/leads-admin.ts";
import type { LeadColumn, LeadRow } from "../../contract/lead.ts";
import { MINUTE_MS } from "../../contract/durations.ts";
import { OUTCOMES } from "../../contract/outcome.ts";
import { bookAgain, markBooked, lockCalls, TimeTaken, updateHasCall } from "../calls/bookings.ts";
import { allowWithheld } from "../deliveries/mailbox-budget.ts";
import { canBeSentAgain, REMINDS_OF_CALL, WITHHELD } from "../deliveries/conditions.ts";
import { recordChange, type AgencyChange, type LeadChange } from "../leads/history.ts";
import { writeSearchedText } from "../leads/insert-leads.ts";
import { RESTORED } from "../store/backups.ts";
import { countOf, text, type Query } from "../store/query.ts";
import { leadsOf } from "../leads/read-lead.ts";
import { among, field, joined, lockRows, raw, rowsFor, sql, type Sql } from "../store/sql.ts";
import type { Database, Work } from "../store/database.ts";

const IS_SPAM = sql`coalesce(outcome IN ('suspected', 'spam'), FALSE)`;

interface ChangePlan extends Pick<Change, "kind" | "reason"> {
  /** A condition on the lead; false if it is already as wanted. */
  when?: Sql;
  /** The statement that takes the change's first locks. */
  lock?: Sql;
}

/** @returns the lead afterwards, if it is stored @throws {StaleFailure | TimeTaken} */
function changeLead(db: Database, change: LeadChange, plan: ChangePlan, make: Work<void>) {
  const { lock: ownLock, when, ...what } = plan;
  const endsSpam = ENDS_SPAM.includes(what.kind);
  const lock = ownLock ?? (change.undoes || endsSpam ? lockCalls : undefined);
  return db.write(async (query) => {
    if (lock) await query`${lock}`;
    if (await recordChange(query, change, what, when)) {
      if (change.undoes) await undoSpam(query, change);
      // The visitor of a lead that is no spam still expects the call.
      else if (endsSpam) await bookAgain(query, change, spamSince(change.id));
      await make(query);
      if (change.undoes) await restoreAuthors(query, change);
    }
    return (await leadsOf(query, [change.id]))[0];
  });
}

const ENDS_SPAM: readonly Change["kind"][] = ["answered", "reopened", "won", "lost"];

const spamSince = (id: string) =>
  sql`(SELECT outcome_at FROM lead_contexts WHERE lead_id = ${id} AND outcome = 'spam')`;

/** Sends the invitation and reminders that were held back while a lead was spam or suspected. */
const invite = (id: string, now: string) => sql`UPDATE deliveries
  SET state = 'due', next_at = CASE WHEN due_at > ${now} THEN due_at ELSE ${now} END
  WHERE lead_id = ${id} AND state = 'cancelled'
    AND (kind = 'invitation' OR (${REMINDS_OF_CALL} AND due_at > ${now}))
    AND EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = ${id} AND ${IS_SPAM})
    AND EXISTS (SELECT 1 FROM bookings WHERE lead_id = ${id}
      AND state = 'booked' AND starts_at > ${now}) RETURNING id`;

export function answerLead(db: Database, change: AgencyChange) {
  const { id, now, by } = change;
  const toClear = change.undoes ? sql`outcome IS NOT NULL` : IS_SPAM;
  const when = sql`(answered_at IS NULL OR ${toClear})`;
  return changeLead(db, change, { kind: "answered", when }, async (query) => {
    const invited = await query`${invite(id, now)}`;
    await query`UPDATE lead_contexts SET outcome = NULL, outcome_at = NULL, outcome_by = NULL,
      ${answersIf(sql`answered_at IS NULL OR ${IS_SPAM}`, change)} WHERE lead_id = ${id}`;
    if (invited.length > 0) await markBooked(query, id, now);
    if (!change.undoes) await notifyWebhooks(query, change, { type: "lead.answered", at: now, by });
  });
}

export function reopenLead(db: Database, change: LeadChange) {
  const { id, now } = change;
  const when = sql`answered_at IS NOT NULL`;
  return changeLead(db, change, { kind: "reopened", when }, async (query) => {
    const spam = await countOf(query, sql`lead_contexts WHERE lead_id = ${id} AND ${IS_SPAM}`);
    await query`UPDATE lead_contexts SET answered_at = NULL, answered_by = NULL,
      outcome = NULL, outcome_at = NULL, outcome_by = NULL WHERE lead_id = ${id}`;
    if (spam === 0 || change.undoes) return makeDue(query, change, sql`due_at`);
    // What was held back is sent now, as if the lead had just arrived.
    const promised = promisedFrom(now);
    await query`UPDATE lead_contexts SET due_at = ${promised}, reminded_at = NULL WHERE lead_id = ${id}`;
    await makeDue(query, change, sql`CASE WHEN ${REMINDS_OF_CALL} THEN due_at ELSE ${now} END`);
    return markBooked(query, id, now);
  });
}

/**
 * Makes cancelled deliveries of a lead and its call due at `at`, unless that time has passed. With
 * a coming call, the mails about the lead stay cancelled: those about the call replace them.
 */
async function makeDue(query: Query, { id, now }: LeadChange, at: Sql): Promise<void> {
  await query`UPDATE deliveries SET state = 'due', due_at = ${at}, next_at = ${at}, sent_at = NULL
  WHERE lead_id = ${id} AND state = 'cancelled' AND ${at} >= ${now}
    AND (event IS NULL OR ${field("event", "booking")} IS NOT NULL)
    AND (kind NOT IN ('confirmation', 'notification') OR NOT EXISTS (SELECT 1 FROM bookings
      WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now}))`;
}

/** @param owner the member who takes the lead, by address; empty: it is given back */
export function assignLead(db: Database, change: LeadChange, owner: string) {
  const kind = owner === "" ? "given-back" : "taken";
  const when = sql`coalesce(owner, '') <> ${owner}`;
  return changeLead(db, change, { kind, when }, async (query) => {
    await query`UPDATE lead_contexts SET owner = ${owner || undefined} WHERE lead_id = ${change.id}`;
  });
}

/** Sets the day to get back to the lead, like `2027-03-01`; an empty text is no day. */
export function setFollowUp(db: Database, change: LeadChange, day: string) {
  const reason = day || undefined;
  const when = sql`coalesce(follow_up_on, '') <> ${day}`;
  return changeLead(db, change, { kind: "follow-up", reason, when }, async (query) => {
    await query`UPDATE lead_contexts SET follow_up_on = ${reason} WHERE lead_id = ${change.id}`;
  });
}

type OutcomeChange = AgencyChange & { outcome: (typeof OUTCOMES)[number] };

export function setOutcome(db: Database, change: OutcomeChange) {
  const { id, now, outcome } = change;
  const when = sql`(outcome IS NULL OR outcome <> ${outcome})`;
  if (outcome === "spam") return markSpam(db, change, when);
  return changeLead(db, change, { kind: outcome, when }, async (query) => {
    await query`${invite(id, now)}`;
    await writeOutcome(query, change, sql`answered_at IS NULL OR ${IS_SPAM}`);
  });
}

/** Cancels deliveries and coming calls without a mail about that. */
function markSpam(db: Database, change: OutcomeChange, when: Sql) {
  const { id, now } = change;
  return changeLead(db, change, { kind: "spam", when, lock: lockCalls }, async (query) => {
    await query`UPDATE deliveries SET state = 'cancelled', next_at = ${now}
    WHERE lead_id = ${id} AND state IN ('due', 'dead')`;
    await query`UPDATE bookings
    SET state = 'cancelled', sequence = sequence + 1, updated_at = ${now}
    WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now}`;
    await updateHasCall(query, id);
    await writeOutcome(query, change, sql`answered_at IS NULL`);
  });
}

/** Restores the call and the deliveries that a mark as spam cancelled. @throws {TimeTaken} */
async function undoSpam(query: Query, { id, now }: LeadChange): Promise<void> {
  if (!(await bookAgain(query, { id, now }, spamSince(id)))) throw new TimeTaken();
  await query`UPDATE deliveries
  SET state = CASE WHEN last_error ${among([WITHHELD, WRITTEN, RESTORED])}
      THEN 'dead' ELSE 'due' END,
    next_at = CASE WHEN due_at > ${now} THEN due_at ELSE ${now} END
  WHERE lead_id = ${id} AND state = 'cancelled' AND next_at = ${spamSince(id)}`;
}

/**
 * After an undo, the lead has its former outcome and answer again. This also brings back when, and
 * by whom, they were given.
 */
async function restoreAuthors(query: Query, { id, seen }: LeadChange): Promise<void> {
  const rows = await query`SELECT changed_at, outcome,
      CASE kind WHEN 'call-booked' THEN 'booked' ELSE kind END AS kind,
      CASE WHEN kind <> 'call-booked' THEN author END AS author
    FROM lead_history JOIN lead_contexts USING (lead_id) WHERE lead_id = ${id} AND number < ${seen}
      AND kind ${among(["answered", "reopened", "call-booked", ...OUTCOMES])} ORDER BY number DESC`;
  // `undoSpam` finds the cancelled deliveries by the time of the mark as spam. So if this undo has
  // made that mark, `outcome_at` keeps its time.
  const set = rows.find(({ kind, outcome }) => kind === outcome && kind !== "spam");
  const end = rows.findIndex(({ kind }) => kind === "reopened" || kind === "spam");
  const answer = rows.slice(0, end === -1 ? Infinity : end).at(-1);
  if (set)
    await query`UPDATE lead_contexts SET outcome_at = ${set["changed_at"]},
      outcome_by = ${set["author"]} WHERE lead_id = ${id}`;
  if (answer)
    await query`UPDATE lead_contexts SET answered_at = ${answer["changed_at"]},
      answered_by = ${answer["author"]} WHERE lead_id = ${id} AND answered_at >= (SELECT changed_at
        FROM lead_history AS undone WHERE undone.lead_id = ${id} AND undone.number = ${seen})`;
}

const answersIf = (condition: Sql, { now, by }: LeadChange) =>
  sql`answered_at = CASE WHEN ${condition} THEN ${now} ELSE answered_at END,
    answered_by = CASE WHEN ${condition} THEN ${by} ELSE answered_by END`;

/** @param answers the condition under which the outcome also marks the lead as answered */
async function writeOutcome(query: Query, change: OutcomeChange, answers: Sql): Promise<void> {
  const { id, now, by, outcome } = change;
  await query`UPDATE lead_contexts SET outcome = ${outcome}, outcome_at = ${now},
    outcome_by = ${by}, ${answersIf(answers, change)} WHERE lead_id = ${id}`;
  await notifyWebhooks(query, change, { type: "lead.outcome", at: now, by, outcome });
}

/**
 * Sends an event to each webhook that got `lead.created` for this lead, or has it still to come.
 */
async function notifyWebhooks(query: Query, change: AgencyChange, event: LeadEvent): Promise<void> {
  const { id, now, newId, webhookUrls } = change;
  const webhooks = webhookUrls.map((target) => ({ id: newId(), target }));
  const hooks = rowsFor("deliveries", ["id", "target"], webhooks, "hook");
  await query`INSERT INTO deliveries
      (id, lead_id, kind, target, state, attempts, due_at, next_at, event)
    SELECT hook.id, received.lead_id, 'webhook', target, 'due', 0, ${now}, ${now},
      ${JSON.stringify(event)} FROM deliveries AS received JOIN ${hooks} USING (target)
    WHERE received.lead_id = ${id} AND received.event IS NULL AND received.state <> 'cancelled'`;
}

/** Locks the lead before its context, as changes of calls do, so that neither deadlocks. */
const lockOf = (id: string) =>
  sql`SELECT id FROM lead_submissions WHERE id = ${id} ${lockRows("NO KEY UPDATE")}`;

export function addNote(db: Database, change: AgencyChange, note: string) {
  const { id, now, by } = change;
  const justNow = new Date(Date.parse(now) - MINUTE_MS).toISOString();
  // On a slow line, people send a note twice.
  const when = sql`NOT EXISTS (SELECT 1 FROM lead_notes WHERE lead_id = ${id} AND text = ${note}
    AND coalesce(author, '') = ${by ?? ""} AND created_at > ${justNow})`;
  return changeLead(db, change, { kind: "note", when, lock: lockOf(id) }, async (query) => {
    await query`INSERT INTO lead_notes (id, lead_id, text, created_at, author)
      VALUES (${change.newId()}, ${id}, ${note}, ${now}, ${by})`;
    await writeSearchedText(query, id);
  });
}

/** A note keeps its author, so the caller checks that `change.by` wrote it. */
export function correctNote(db: Database, change: LeadChange, note: Pick<LeadNote, "id" | "text">) {
  const { id } = change;
  return changeLead(db, change, { kind: "note-corrected", lock: lockOf(id) }, async (query) => {
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
  return changeLead(db, change, { kind: "corrected", reason, lock: lockOf(id) }, async (query) => {
    const values = corrected.map((column) => sql`${raw(column)} = ${lead[column]}`);
    await query`UPDATE lead_submissions SET ${joined(values, ", ")} WHERE id = ${id}`;
    await writeSearchedText(query, id);
    // Nobody in a chat has to act on this.
    const webhookUrls = change.webhookUrls.filter((url) => readTarget(url).chat === undefined);
    await notifyWebhooks(query, { ...change, webhookUrls }, { type: "lead.updated", at: now, by });
  });
}

type WhichDeliveries = { all: keyof ReturnType<typeof canBeSentAgain> } | { id: string };

/** Tries deliveries now. Those that were not waiting get all their tries again. */
export function sendAgain(db: Database, which: WhichDeliveries, now: string) {
  return db.write(async (query) => {
    const conditions = canBeSentAgain(now);
    const where = "id" in which ? sql`state = 'dead' AND id = ${which.id}` : conditions[which.all];
    if ("id" in which) await allowWithheld(query, [which.id], now);
    const again = await query`UPDATE deliveries
    SET attempts = CASE state WHEN 'due' THEN attempts ELSE 0 END,
      due_at = CASE state WHEN 'due' THEN due_at ELSE ${now} END, next_at = ${now}, sent_at = NULL,
      last_error = CASE state WHEN 'due' THEN last_error END, state = 'due'
    WHERE ${where} RETURNING id`;
    return again.map((record) => text(record, "id"));
  });
}

import { MINUTE_MS, timeAfter } from "../../../contract/durations.ts";
import type { Mark } from "../../../contract/inbox/inbox-names.ts";
import type { Change } from "../../../contract/inbox/leads-admin.ts";
import { SPAM_OUTCOMES } from "../../../contract/inbox/outcome.ts";
import { promisedFrom } from "../../../contract/mail/delivery.ts";
import { markBooked } from "../../calls/bookings.ts";
import { cancelUnsent } from "../../calls/call-deliveries.ts";
import { bookAgain, cancelSpamCall } from "../../calls/spam-calls.ts";
import { isOutcome, REMINDS_OF_CALL } from "../../deliveries/conditions.ts";
import { type AgencyChange, type LeadChange } from "../../leads/history.ts";
import { answerOthers } from "../../leads/person.ts";
import type { Database } from "../../store/database.ts";
import { type Query } from "../../store/query.ts";
import { field, raw, sql } from "../../store/sql.ts";
import { changeLead, notifyWebhooks } from "../change-lead.ts";

const SPAM: Change["kind"] = "spam";
const ANSWERED = { type: "lead.answered" } as const;
const IS_SPAM = isOutcome("outcome", ...SPAM_OUTCOMES);
const NO_OUTCOME = sql`outcome = NULL, outcome_at = NULL, outcome_by = NULL`;

/**
 * Matches what is held back because the lead is
 * spam: by its latest mark, or since it came.
 */
export const isHeldAsSpam = (id: string) => sql`(canceled_by IN (0,
    (SELECT max(number) FROM lead_history
      WHERE lead_id = ${id} AND kind = ${SPAM}))
  AND EXISTS (SELECT 1 FROM lead_contexts
    WHERE lead_id = ${id} AND ${IS_SPAM}))`;

/** Sets in an UPDATE. A delivery with a reason was dead before the mark. */
export const RELEASED = sql`canceled_by = NULL,
  state = CASE WHEN why IS NULL THEN 'due' ELSE 'dead' END`;

/**
 * Without an answer that counts: what is spam, or may be, was never answered.
 */
const UNANSWERED = sql`(answered_at IS NULL OR ${IS_SPAM})`;

/** @returns the lead afterwards, if it is stored @throws {StaleFailure} */
export function markLead(db: Database, mark: Mark, change: AgencyChange) {
  if (mark === "reopened" || mark === "not-spam") return reopenLead(db, change);
  const { id, now, by } = change;
  const { when, set, event } = effectOf(mark, change);
  return changeLead(db, change, { kind: mark }, when, async (query, number) => {
    const open = await query`SELECT 1 FROM lead_contexts
      WHERE lead_id = ${id} AND ${UNANSWERED}`;
    if (mark === "spam") await cancelAsSpam(query, change, number);
    else await sendHeldBack(query, change, false);
    await query`UPDATE lead_contexts SET ${set},
      answered_at = CASE WHEN ${UNANSWERED} THEN ${now} ELSE answered_at END,
      answered_by = CASE WHEN ${UNANSWERED} THEN ${by} ELSE answered_by END
      WHERE lead_id = ${id}`;
    if (event !== ANSWERED || open.length > 0)
      await notifyWebhooks(query, change, event);
    if (mark !== "spam") await answerPerson(query, change, number);
  });
}

/**
 * `when` is false if the lead already has the
 * state of the mark. `set` is its own part of it.
 */
function effectOf(
  mark: Exclude<Mark, "reopened" | "not-spam">,
  { id, now, by, today }: AgencyChange,
) {
  if (mark === "answered")
    return { when: UNANSWERED, set: NO_OUTCOME, event: ANSWERED };
  // A member spoke with the person, which ends a follow-up that is due.
  if (mark === "reached")
    return {
      // A double press tells of one talk.
      when: sql`NOT EXISTS (SELECT 1 FROM lead_history
        WHERE lead_id = ${id} AND number = version AND kind = ${mark}
          AND coalesce(author, '') = ${by ?? ""}
          AND changed_at > ${timeAfter(now, -MINUTE_MS)})`,
      // Who was reached is no spam, whatever was marked meanwhile.
      set: sql`outcome = CASE WHEN NOT ${IS_SPAM} THEN outcome END,
        follow_up_on = CASE WHEN follow_up_on > ${today} THEN follow_up_on END`,
      event: ANSWERED,
    };
  return {
    when: sql`(outcome IS NULL OR outcome <> ${mark})`,
    // An outcome ends the follow-up.
    set: sql`outcome = ${mark}, outcome_at = ${now}, outcome_by = ${by},
      follow_up_on = NULL`,
    event: { type: "lead.outcome", outcome: mark } as const,
  };
}

/** Answers the other leads of the person, too. */
async function answerPerson(
  query: Query,
  change: AgencyChange,
  number: number,
) {
  for (const id of await answerOthers(query, change, number))
    await notifyWebhooks(query, { ...change, id }, ANSWERED);
}

function reopenLead(db: Database, change: LeadChange) {
  const { id, now } = change;
  const when = sql`answered_at IS NOT NULL`;
  return changeLead(db, change, { kind: "reopened" }, when, async (query) => {
    const [spam] = await query`SELECT 1 FROM lead_contexts
      WHERE lead_id = ${id} AND ${IS_SPAM}`;
    if (spam) await sendHeldBack(query, change, true);
    await query`UPDATE lead_contexts
      SET answered_at = NULL, answered_by = NULL, ${NO_OUTCOME}
      WHERE lead_id = ${id}`;
    if (!spam) return;
    // The promise of an answer begins anew.
    await query`UPDATE lead_contexts
      SET due_at = ${promisedFrom(now)}, reminded_at = NULL
      WHERE lead_id = ${id}`;
    await markBooked(query, id, now);
  });
}

/**
 * Cancels deliveries and coming calls. Only the
 * agency is mailed. @param number of the mark
 */
export async function cancelAsSpam(
  query: Query,
  change: LeadChange,
  number: number,
) {
  await query`${cancelUnsent(change.id, number, sql`TRUE`)}`;
  await cancelSpamCall(query, change, number);
}

/**
 * Books the call of a lead that is no spam again, since its visitor still
 * expects it, and sends what was held back as if it had just been planned: to
 * webhooks all of it, and of the mails those about a coming call. Without one,
 * an open lead has its confirmation and notification.
 */
async function sendHeldBack(
  query: Query,
  change: LeadChange,
  isOpen: boolean,
): Promise<void> {
  const { id, now } = change;
  await bookAgain(query, change, isHeldAsSpam(id));
  const at = sql`CASE WHEN ${REMINDS_OF_CALL} THEN due_at ELSE ${now} END`;
  const hasComingCall = sql`EXISTS (SELECT 1 FROM bookings
    WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now})`;
  const isOfCall = sql`${field("event", "booking")} IS NOT NULL`;
  await query`UPDATE deliveries
    SET ${RELEASED}, due_at = ${at}, next_at = ${at}, sent_at = NULL
    WHERE lead_id = ${id} AND state = 'cancelled' AND ${isHeldAsSpam(id)}
      AND ${at} >= ${now}
      AND (CASE WHEN ${hasComingCall} THEN ${isOfCall}
        ELSE event IS NULL AND ${raw(String(isOpen))} END
      OR kind = 'webhook' AND (event IS NULL OR ${isOfCall}))`;
}

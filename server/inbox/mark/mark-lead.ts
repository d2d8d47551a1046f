import { promisedFrom } from "../../../contract/mail/delivery.ts";
import type { Change } from "../../../contract/inbox/leads-admin.ts";
import { markBooked } from "../../calls/bookings.ts";
import { bookAgain, cancelSpamCall } from "../../calls/spam-calls.ts";
import {
  SPAM_OUTCOMES,
  type OUTCOMES,
} from "../../../contract/inbox/outcome.ts";
import { isOutcome, REMINDS_OF_CALL } from "../../deliveries/conditions.ts";
import { type AgencyChange, type LeadChange } from "../../leads/history.ts";
import { answerOthers } from "../../leads/person.ts";
import { type Query } from "../../store/query.ts";
import { field, sql } from "../../store/sql.ts";
import type { Database } from "../../store/database.ts";
import { changeLead, notifyWebhooks } from "../change-lead.ts";

const SPAM: Change["kind"] = "spam";
const ANSWERED = { type: "lead.answered" } as const;
const IS_SPAM = isOutcome("outcome", ...SPAM_OUTCOMES);

/** Matches what is held back because the lead is spam: by its latest mark, or since it came. */
export const isHeldAsSpam = (id: string) => sql`(canceled_by IN (0,
    (SELECT max(number) FROM lead_history WHERE lead_id = ${id} AND kind = ${SPAM}))
  AND EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = ${id} AND ${IS_SPAM}))`;

export function answerLead(db: Database, change: AgencyChange) {
  const { id, now, by } = change;
  const when = sql`(answered_at IS NULL OR ${IS_SPAM})`;
  const what = { kind: "answered" } as const;
  return changeLead(db, change, what, when, async (query, number) => {
    const invited = await invite(query, change);
    await query`UPDATE lead_contexts SET answered_at = ${now}, answered_by = ${by},
      outcome = NULL, outcome_at = NULL, outcome_by = NULL WHERE lead_id = ${id}`;
    if (invited) await markBooked(query, id, now);
    await notifyWebhooks(query, change, ANSWERED);
    await answerPerson(query, change, number);
  });
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

/** A member spoke with the person: that answers the lead, and ends a follow-up that is due. */
export function reachLead(db: Database, change: AgencyChange) {
  const { id, now, by, today } = change;
  return changeLead(
    db,
    change,
    { kind: "reached" },
    sql`NOT ${IS_SPAM}`,
    async (query, number) => {
      const [open] =
        await query`SELECT 1 FROM lead_contexts WHERE lead_id = ${id} AND answered_at IS NULL`;
      await query`UPDATE lead_contexts SET answered_at = coalesce(answered_at, ${now}),
        answered_by = CASE WHEN answered_at IS NULL THEN ${by} ELSE answered_by END,
        follow_up_on = CASE WHEN follow_up_on > ${today} THEN follow_up_on END WHERE lead_id = ${id}`;
      if (open) await notifyWebhooks(query, change, ANSWERED);
      await answerPerson(query, change, number);
    },
  );
}

type OutcomeChange = AgencyChange & {
  outcome: (typeof OUTCOMES)[number];
};

export function setOutcome(db: Database, change: OutcomeChange) {
  const { id, now, by, outcome } = change;
  const when = sql`(outcome IS NULL OR outcome <> ${outcome})`;
  return changeLead(
    db,
    change,
    { kind: outcome },
    when,
    async (query, number) => {
      if (outcome === "spam") await cancelAsSpam(query, change, number);
      else await invite(query, change);
      // An outcome ends the follow-up.
      const answers = sql`answered_at IS NULL OR ${IS_SPAM}`;
      await query`UPDATE lead_contexts SET outcome = ${outcome}, outcome_at = ${now},
      outcome_by = ${by}, follow_up_on = NULL, answered_at = CASE WHEN ${answers} THEN ${now} ELSE answered_at END,
      answered_by = CASE WHEN ${answers} THEN ${by} ELSE answered_by END WHERE lead_id = ${id}`;
      await notifyWebhooks(query, change, { type: "lead.outcome", outcome });
      if (outcome !== "spam") await answerPerson(query, change, number);
    },
  );
}

export function reopenLead(db: Database, change: LeadChange) {
  const { id, now } = change;
  const when = sql`answered_at IS NOT NULL`;
  return changeLead(db, change, { kind: "reopened" }, when, async (query) => {
    const [spam] =
      await query`SELECT 1 FROM lead_contexts WHERE lead_id = ${id} AND ${IS_SPAM}`;
    if (spam) await sendHeldBack(query, change);
    await query`UPDATE lead_contexts SET answered_at = NULL, answered_by = NULL,
      outcome = NULL, outcome_at = NULL, outcome_by = NULL WHERE lead_id = ${id}`;
    if (spam) await markBooked(query, id, now);
  });
}

/** Cancels deliveries and coming calls. Only the agency is mailed. @param number of the mark */
export async function cancelAsSpam(
  query: Query,
  change: LeadChange,
  number: number,
) {
  await query`UPDATE deliveries SET state = 'cancelled', canceled_by = ${number}
    WHERE lead_id = ${change.id} AND state IN ('due', 'dead')`;
  await cancelSpamCall(query, change, number);
}

/**
 * If a lead turns out to be no spam, its visitor still expects the call. So this books the call
 * again, and sends its mails. @returns whether the call has an invitation or a reminder to send
 */
async function invite(query: Query, change: LeadChange): Promise<boolean> {
  const { id, now } = change;
  await bookAgain(query, change, isHeldAsSpam(id));
  const invited = await query`UPDATE deliveries
    SET state = 'due', canceled_by = NULL,
      next_at = CASE WHEN due_at > ${now} THEN due_at ELSE ${now} END
    WHERE lead_id = ${id} AND state = 'cancelled' AND ${isHeldAsSpam(id)}
      AND (kind = 'invitation' OR (${REMINDS_OF_CALL} AND due_at > ${now}))
      AND ${hasComingCall(id, now)} RETURNING id`;
  return invited.length > 0;
}

const hasComingCall = (
  id: string,
  now: string,
) => sql`EXISTS (SELECT 1 FROM bookings
  WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now})`;

/**
 * Promises an answer, and sends all deliveries that were held back, as if the lead had just come.
 * If the lead has a coming call, mails about the call replace confirmation and notification.
 */
async function sendHeldBack(query: Query, change: LeadChange): Promise<void> {
  const { id, now } = change;
  await bookAgain(query, change, isHeldAsSpam(id));
  await query`UPDATE lead_contexts SET due_at = ${promisedFrom(now)}, reminded_at = NULL
    WHERE lead_id = ${id}`;
  const at = sql`CASE WHEN ${REMINDS_OF_CALL} THEN due_at ELSE ${now} END`;
  await query`UPDATE deliveries SET state = CASE WHEN why IS NULL THEN 'due' ELSE 'dead' END,
      due_at = ${at}, next_at = ${at}, sent_at = NULL, canceled_by = NULL
    WHERE lead_id = ${id} AND state = 'cancelled' AND ${isHeldAsSpam(id)} AND ${at} >= ${now}
      AND (event IS NULL OR ${field("event", "booking")} IS NOT NULL)
      AND (kind NOT IN ('confirmation', 'notification') OR NOT ${hasComingCall(id, now)})`;
}

/** The statements of the leads administration. Everything it shows is read at one moment, so that figures fit each other. */
import type { Health, LeadDelivery, LeadDetail, LeadNote } from "../../../contract/leads-admin.ts";
import { REMOVED_AT_ONCE } from "../admin-store.ts";
import type { DeliveryQuery, Found, LeadAt, LeadsAfter, SendAgainNow } from "../admin-store.ts";
import type { OverviewFigures, OverviewQuery, Page, Removal, RemovedRows } from "../admin-store.ts";
import { toFailures, toHealth, toOverview } from "../figures.ts";
import { toDetails } from "../lead-details.ts";
import { toLeadDelivery } from "../outbox-rows.ts";
import { allDue, failingToAgency, REMINDER_KINDS } from "../outbox-store.ts";
import { number, text, type DatabaseRecord } from "../records.ts";
import { sendAgainConditions, writtenForOpen } from "../conditions.ts";
import { LEADS } from "./list-statement.ts";
import { SHOWN_CONTEXT, SHOWN_LEAD, shownTime } from "./shown.ts";
import type { Query } from "./transactions.ts";

const DETAILS = `SELECT ${SHOWN_LEAD}, ${SHOWN_CONTEXT} FROM ${LEADS}`;

const NOTES = `SELECT note.id, note.lead_id, note.text, ${shownTime("note", "created_at")}
  FROM nightshift.lead_notes AS note WHERE note.lead_id = ANY ($1) ORDER BY note.id`;

const DELIVERY = `delivery.id, delivery.lead_id, delivery.kind, delivery.target, delivery.state, delivery.attempts,
  ${shownTime("delivery", "next_at")}, ${shownTime("delivery", "sent_at")}, delivery.last_error`;

const DELIVERIES = `SELECT ${DELIVERY} FROM nightshift.deliveries AS delivery
  WHERE delivery.lead_id = ANY ($1) ORDER BY delivery.due_at, delivery.id`;

const COUNTED = "context.source <> 'test' AND lead.created_at >= $1 AND lead.created_at < $2";

const LEADS_A_DAY = `SELECT (
    SELECT count(*) FROM public.lead_submissions WHERE created_at >= day.begins AND created_at < day.ends
  ) - (
    SELECT count(*) FROM ${LEADS} WHERE context.source = 'test'
      AND lead.created_at >= day.begins AND lead.created_at < day.ends
  ) AS leads
  FROM unnest($1::timestamptz[], $2::timestamptz[]) WITH ORDINALITY AS day (begins, ends, place) ORDER BY day.place`;

const MEDIAN = `SELECT percentile_cont(0.5) WITHIN GROUP (
    ORDER BY extract(epoch FROM context.answered_at - lead.created_at)::double precision / 3600
  ) AS hours FROM ${LEADS} WHERE ${COUNTED} AND context.answered_at IS NOT NULL`;

const OPEN = `SELECT count(*) AS open, count(*) FILTER (WHERE due_at < $1) AS overdue
  FROM nightshift.lead_contexts WHERE answered_at IS NULL AND source <> 'test'`;

const SEND_AGAIN = sendAgainConditions("nightshift.lead_contexts");

const DUE = allDue("nightshift.deliveries");

const UNDELIVERED = `SELECT undelivered, ${shownTime("waiting", "oldest")} FROM (
    SELECT count(*) AS undelivered, min(due_at) AS oldest FROM (${DUE}) AS due WHERE due_at <= $1
  ) AS waiting`;

const DEAD = "SELECT count(*) AS dead FROM nightshift.deliveries WHERE state = 'dead'";

const MAIL_TO_AGENCY_FAILING = `SELECT count(*) AS mail_to_agency_failing FROM (
    ${failingToAgency("nightshift.deliveries", "nightshift.lead_contexts")}
  ) AS failing`;

const WRITTEN = `SELECT count(*) AS written FROM nightshift.deliveries
  WHERE ${writtenForOpen("nightshift.lead_contexts")}`;

const FAILURES = `SELECT last_error AS reason, count(*) AS deliveries FROM (
    ${DUE} UNION ALL SELECT due_at, last_error FROM nightshift.deliveries WHERE state = 'dead'
  ) AS failed WHERE last_error IS NOT NULL GROUP BY last_error ORDER BY count(*) DESC, last_error`;

const ANSWER = `UPDATE nightshift.lead_contexts SET answered_at = $2 WHERE lead_id = $1 AND answered_at IS NULL`;

const CANCEL = `UPDATE nightshift.deliveries SET state = 'cancelled'
  WHERE lead_id = $1 AND state = 'due' AND kind = ANY ($2)`;

const REOPEN = "UPDATE nightshift.lead_contexts SET answered_at = NULL WHERE lead_id = $1";

const OWE_AGAIN = `UPDATE nightshift.deliveries SET state = 'due', next_at = due_at, lease_id = NULL
  WHERE lead_id = $1 AND state = 'cancelled' AND due_at > $2`;

const NOTE = `INSERT INTO nightshift.lead_notes (id, lead_id, text, created_at)
  SELECT $1, lead_id, $3, $4 FROM nightshift.lead_contexts WHERE lead_id = $2 RETURNING id`;

const AGAIN = `UPDATE nightshift.deliveries SET attempts = CASE state WHEN 'due' THEN attempts ELSE 0 END,
  due_at = CASE state WHEN 'due' THEN due_at ELSE $1 END, next_at = $1, sent_at = NULL, state = 'due' WHERE`;

const ENABLE_TARGET = "DELETE FROM nightshift.disabled_targets WHERE target = ANY ($1)";

export async function readLead(query: Query, id: string): Promise<Found<LeadDetail>> {
  const [value] = await details(query, await query(`${DETAILS} WHERE lead.id = $1`, [id]));
  return value ? { kind: "ok", value } : { kind: "missing" };
}

export async function readLeadsAfter(
  query: Query,
  { id, size, email }: LeadsAfter,
): Promise<Found<LeadDetail[]>> {
  const leads = await query(
    `${DETAILS} WHERE ($2::uuid IS NULL OR lead.id > $2) AND ($3::text IS NULL OR lead.email = $3)
     ORDER BY lead.id LIMIT $1`,
    [size, id, email],
  );
  return { kind: "ok", value: await details(query, leads) };
}

export async function listDeliveries(
  query: Query,
  { state, page, size }: DeliveryQuery,
): Promise<Found<Page<LeadDelivery>>> {
  const where = state === undefined ? "" : "WHERE delivery.state = $1";
  const values = state === undefined ? [] : [state];
  const [limit, offset] = [values.length + 1, values.length + 2];
  const rows = await query(
    `SELECT ${DELIVERY}, lead.name AS lead_name FROM nightshift.deliveries AS delivery
     JOIN public.lead_submissions AS lead ON lead.id = delivery.lead_id
     WHERE delivery.id IN (
       SELECT delivery.id FROM nightshift.deliveries AS delivery ${where}
       ORDER BY due_at, id LIMIT $${limit} OFFSET $${offset}
     ) ORDER BY delivery.due_at, delivery.id`,
    [...values, size, (page - 1) * size],
  );
  const [counted] = await query(
    `SELECT count(*) AS total FROM nightshift.deliveries AS delivery ${where}`,
    values,
  );
  return { kind: "ok", value: { rows: rows.map(toLeadDelivery), total: number(counted, "total") } };
}

export async function readOverview(
  query: Query,
  { dayStarts, now }: OverviewQuery,
): Promise<Found<OverviewFigures>> {
  const days = await query(LEADS_A_DAY, [dayStarts.slice(0, -1), dayStarts.slice(1)]);
  const [median] = await query(MEDIAN, [dayStarts[0], dayStarts.at(-1)]);
  const leadsADay = days.map((day) => number(day, "leads"));
  return { kind: "ok", value: toOverview(leadsADay, median, await figures(query, now)) };
}

export async function readHealth(query: Query, now: string): Promise<Found<Health>> {
  const failures = toFailures(await query(FAILURES));
  const [written] = await query(WRITTEN);
  return { kind: "ok", value: toHealth({ ...(await figures(query, now)), ...written }, failures, now) };
}

export async function answerLead(query: Query, { id, now }: LeadAt): Promise<Found<LeadDetail>> {
  await query(ANSWER, [id, now]);
  await query(CANCEL, [id, REMINDER_KINDS]);
  return readLead(query, id);
}

export async function reopenLead(query: Query, { id, now }: LeadAt): Promise<Found<LeadDetail>> {
  await query(REOPEN, [id]);
  await query(OWE_AGAIN, [id, now]);
  return readLead(query, id);
}

export async function addNote(
  query: Query,
  { leadId, ...note }: LeadNote & { leadId: string },
): Promise<Found<LeadNote>> {
  const added = await query(NOTE, [note.id, leadId, note.text, note.createdAt]);
  return added.length === 0 ? { kind: "missing" } : { kind: "ok", value: note };
}

export async function sendAgain(query: Query, { now, ...asked }: SendAgainNow): Promise<Found<string[]>> {
  const one = "id" in asked;
  const condition = SEND_AGAIN[one ? asked.only : asked.all];
  const again = one
    ? await query(`${AGAIN} ${condition} AND id = $2 RETURNING id, target`, [now, asked.id])
    : await query(`${AGAIN} ${condition} RETURNING id, target`, [now]);
  // Who sends to it again wants to know whether it takes something again.
  await query(ENABLE_TARGET, [again.map((record) => text(record, "target"))]);
  return { kind: "ok", value: again.map((record) => text(record, "id")) };
}

export async function removeLeads(query: Query, asked: Removal): Promise<Found<RemovedRows>> {
  const [which, value] =
    "ids" in asked
      ? ["id = ANY ($1)", asked.ids]
      : "email" in asked
        ? ["email = $1", asked.email]
        : ["created_at < $1", asked.before];
  const found = await query(
    `SELECT id FROM public.lead_submissions WHERE ${which} ORDER BY id LIMIT $2 FOR UPDATE`,
    [value, REMOVED_AT_ONCE],
  );
  const ids = found.map(({ id }) => id);
  const deliveries = (await query(DELIVERIES, [ids])).map((record) => text(record, "id"));
  const notes = (await query(NOTES, [ids])).length;
  // All else goes with the lead: ON DELETE CASCADE.
  await query("DELETE FROM public.lead_submissions WHERE id = ANY ($1)", [ids]);
  return { kind: "ok", value: { leads: ids.length, notes, deliveries } };
}

async function details(query: Query, leads: readonly DatabaseRecord[]): Promise<LeadDetail[]> {
  const ids = leads.map(({ id }) => id);
  return toDetails(leads, await query(NOTES, [ids]), await query(DELIVERIES, [ids]));
}

async function figures(query: Query, now: string): Promise<DatabaseRecord> {
  const [open] = await query(OPEN, [now]);
  const [undelivered] = await query(UNDELIVERED, [now]);
  const [dead] = await query(DEAD);
  const [failing] = await query(MAIL_TO_AGENCY_FAILING);
  return { ...open, ...undelivered, ...dead, ...failing };
}

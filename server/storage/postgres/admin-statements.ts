/** What the leads administration reads, all at one moment, so that figures fit each other. */
import type { Health, LeadDelivery, LeadDetail } from "../../../contract/leads-admin.ts";
import type { DeliveryQuery, Found, LeadsAfter } from "../admin-store.ts";
import type { OverviewFigures, OverviewQuery, Page } from "../admin-store.ts";
import { toFailures, toHealth, toOverview } from "../figures.ts";
import { toDetails } from "../lead-details.ts";
import { toLeadDelivery } from "../outbox-rows.ts";
import { allDue, failingToAgency } from "../outbox-store.ts";
import { number, type DatabaseRecord } from "../records.ts";
import { COUNTS, writtenForOpen } from "../conditions.ts";
import { LEADS } from "./list-statement.ts";
import { SHOWN_CONTEXT, SHOWN_LEAD, shownTime } from "./shown.ts";
import type { Query } from "../query.ts";

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
  ) - (
    SELECT count(*) FROM ${LEADS} WHERE context.outcome IN ('suspected', 'spam') AND context.source <> 'test'
      AND lead.created_at >= day.begins AND lead.created_at < day.ends
  ) AS leads
  FROM unnest($1::timestamptz[], $2::timestamptz[]) WITH ORDINALITY AS day (begins, ends, place) ORDER BY day.place`;

const MEDIAN = `SELECT percentile_cont(0.5) WITHIN GROUP (
    ORDER BY extract(epoch FROM context.answered_at - lead.created_at)::double precision / 3600
  ) AS hours FROM ${LEADS} WHERE ${COUNTED} AND context.answered_at IS NOT NULL AND ${COUNTS}`;

const OPEN = `SELECT count(*) AS open, count(*) FILTER (WHERE due_at < $1) AS overdue
  FROM nightshift.lead_contexts WHERE answered_at IS NULL AND source <> 'test'`;

const SUSPECTED = "SELECT count(*) AS suspected FROM nightshift.lead_contexts WHERE outcome = 'suspected'";

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

export async function readLead(query: Query, id: string): Promise<Found<LeadDetail>> {
  const [value] = await details(query, await query(`${DETAILS} WHERE lead.id = $1`, [id]));
  return value ? { kind: "ok", value } : { kind: "missing" };
}

export async function readLeadsAfter(
  query: Query,
  { id, size, email, ending = "" }: LeadsAfter,
): Promise<Found<LeadDetail[]>> {
  const leads = await query(
    `${DETAILS} WHERE ($2::uuid IS NULL OR lead.id > $2) AND ($3::text IS NULL OR lead.email = $3)
       AND ($4 = '' OR lead.id::text LIKE '%' || $4)
     ORDER BY lead.id LIMIT $1`,
    [size, id, email, ending],
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

async function details(query: Query, leads: readonly DatabaseRecord[]): Promise<LeadDetail[]> {
  const ids = leads.map(({ id }) => id);
  return toDetails(leads, await query(NOTES, [ids]), await query(DELIVERIES, [ids]));
}

async function figures(query: Query, now: string): Promise<DatabaseRecord> {
  const [open] = await query(OPEN, [now]);
  const [suspected] = await query(SUSPECTED);
  const [undelivered] = await query(UNDELIVERED, [now]);
  const [dead] = await query(DEAD);
  const [failing] = await query(MAIL_TO_AGENCY_FAILING);
  return { ...open, ...suspected, ...undelivered, ...dead, ...failing };
}

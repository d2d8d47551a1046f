/** What the leads administration reads, all at one moment, so that figures fit each other. */
import * as v from "valibot";
import {
  LeadsOverviewSchema,
  type Health,
  type LeadDelivery,
  type LeadDetail,
} from "../../contract/leads-admin.ts";
import type { Asked } from "../../contract/admin-operations.ts";
import type { Found, OverviewFigures, OverviewQuery, Page } from "./admin-store.ts";
import { toFailures, toHealth } from "./figures.ts";
import { toDetails, toLeadDelivery } from "./outbox-rows.ts";
import { ALL_DUE, FAILING_TO_AGENCY } from "./outbox-store.ts";
import { number, read, type DatabaseRecord } from "./records.ts";
import { COUNTS, WRITTEN_FOR_OPEN } from "./conditions.ts";
import { CONTEXT_COLUMNS, LEAD_COLUMNS, LEADS } from "./shown.ts";
import type { Query } from "./query.ts";

const FiguresSchema = v.omit(LeadsOverviewSchema, ["days"]);

const DETAILS = `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS} FROM ${LEADS}`;

const NOTES = "SELECT * FROM lead_notes WHERE lead_id = ANY ($1) ORDER BY id";

const BOOKINGS = "SELECT * FROM bookings WHERE lead_id = ANY ($1) ORDER BY created_at, id";

const DELIVERIES = "SELECT * FROM deliveries WHERE lead_id = ANY ($1) ORDER BY due_at, id";

/** Leads between two times, without those that the operator sent as a test and those that are none in earnest. */
const leadsBetween = (begin: string, end: string) => `(
    SELECT count(*) FROM lead_submissions WHERE created_at >= ${begin} AND created_at < ${end}
  ) - (
    SELECT count(*) FROM ${LEADS}
    WHERE context.source = 'test' AND lead.created_at >= ${begin} AND lead.created_at < ${end}
  ) - (
    SELECT count(*) FROM ${LEADS} WHERE context.outcome IN ('suspected', 'spam') AND context.source <> 'test'
      AND lead.created_at >= ${begin} AND lead.created_at < ${end})`;

const MEDIAN = `SELECT CAST(round(CAST(avg(hours) AS numeric), 2) AS double precision) AS median_answer_hours FROM (
    SELECT hours, row_number() OVER (ORDER BY hours) AS place, count(*) OVER () AS leads FROM (
      SELECT extract(epoch FROM context.answered_at - lead.created_at) / 3600 AS hours FROM ${LEADS}
      WHERE lead.created_at >= $1 AND lead.created_at < $2 AND context.source <> 'test'
        AND context.answered_at IS NOT NULL AND ${COUNTS}
    ) AS answered
  ) AS ordered WHERE place IN ((leads + 1) / 2, (leads + 2) / 2)`;

const OPEN = `SELECT count(*) AS open, count(*) FILTER (WHERE due_at < $1) AS overdue
  FROM lead_contexts WHERE answered_at IS NULL AND source <> 'test'`;

const SUSPECTED = "SELECT count(*) AS suspected FROM lead_contexts WHERE outcome = 'suspected'";

const PURGE_WAITS = `SELECT count(*) AS purge_waits FROM lead_submissions
  WHERE created_at < (SELECT waiting_before FROM retention)`;

const UNDELIVERED = `SELECT count(*) AS undelivered, min(due_at) AS oldest FROM (${ALL_DUE}) AS due WHERE due_at <= $1`;

const DEAD = "SELECT count(*) AS dead FROM deliveries WHERE state = 'dead'";

const MAIL_TO_AGENCY_FAILING = `SELECT count(*) AS mail_to_agency_failing FROM (${FAILING_TO_AGENCY}) AS failing`;

const WRITTEN = `SELECT count(*) AS written FROM deliveries WHERE ${WRITTEN_FOR_OPEN}`;

const FAILURES = `SELECT last_error AS reason, count(*) AS deliveries FROM (
    ${ALL_DUE} UNION ALL SELECT due_at, last_error FROM deliveries WHERE state = 'dead'
  ) AS failed WHERE last_error IS NOT NULL GROUP BY last_error ORDER BY count(*) DESC, last_error`;

export async function readLead(query: Query, id: string): Promise<Found<LeadDetail>> {
  const [value] = await details(query, await query(`${DETAILS} WHERE lead.id = $1`, [id]));
  return value ? { kind: "ok", value } : { kind: "missing" };
}

export async function readLeadsAfter(
  query: Query,
  { id, size, email, ending }: Asked<"leadsAfter">,
): Promise<Found<LeadDetail[]>> {
  const values: unknown[] = [size];
  const after = id === undefined ? "" : `AND lead.id > $${values.push(id)}`;
  const of = email === undefined ? "" : `AND lead.email = $${values.push(email)}`;
  const like = ending === undefined ? "" : `AND CAST(lead.id AS text) LIKE $${values.push(`%${ending}`)}`;
  const leads = await query(`${DETAILS} WHERE TRUE ${after} ${of} ${like} ORDER BY lead.id LIMIT $1`, values);
  return { kind: "ok", value: await details(query, leads) };
}

export async function listDeliveries(
  query: Query,
  { state, page, size }: Asked<"deliveries">,
): Promise<Found<Page<LeadDelivery>>> {
  const where = state === undefined ? "" : "WHERE delivery.state = $1";
  const values = state === undefined ? [] : [state];
  const [limit, offset] = [values.length + 1, values.length + 2];
  const rows = await query(
    `SELECT delivery.*, lead.name AS lead_name FROM deliveries AS delivery
     JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
     WHERE delivery.id IN (
       SELECT delivery.id FROM deliveries AS delivery ${where} ORDER BY due_at, id LIMIT $${limit} OFFSET $${offset}
     ) ORDER BY delivery.due_at, delivery.id`,
    [...values, size, (page - 1) * size],
  );
  const [counted] = await query(`SELECT count(*) AS total FROM deliveries AS delivery ${where}`, values);
  return {
    kind: "ok",
    value: { rows: rows.flatMap((row) => toLeadDelivery(row) ?? []), total: number(counted, "total") },
  };
}

export async function readOverview(
  query: Query,
  { dayStarts, now }: OverviewQuery,
): Promise<Found<OverviewFigures>> {
  const days = dayStarts
    .slice(1)
    .map((_, day) => `${leadsBetween(`$${day + 1}`, `$${day + 2}`)} AS day${day}`);
  const [came] = await query(`SELECT ${days.join(", ")}`, dayStarts);
  const leadsADay = days.map((_, day) => number(came, `day${day}`));
  const [median] = await query(MEDIAN, [dayStarts[0], dayStarts.at(-1)]);
  const counted = { ...median, ...(await figures(query, now)) };
  return { kind: "ok", value: { leadsADay, ...read(FiguresSchema, counted) } };
}

const UPCOMING_CALLS =
  "SELECT count(*) AS upcoming_calls FROM bookings WHERE state = 'booked' AND ends_at > $1";

export async function readHealth(query: Query, now: string): Promise<Found<Health>> {
  const failures = toFailures(await query(FAILURES));
  const [written] = await query(WRITTEN);
  const [calls] = await query(UPCOMING_CALLS, [now]);
  const counted = { ...(await figures(query, now)), ...written, ...calls };
  return { kind: "ok", value: toHealth(counted, failures, now) };
}

async function details(query: Query, leads: readonly DatabaseRecord[]): Promise<LeadDetail[]> {
  const ids = leads.map(({ id }) => id);
  const notes = await query(NOTES, [ids]);
  return toDetails(leads, notes, await query(BOOKINGS, [ids]), await query(DELIVERIES, [ids]));
}

async function figures(query: Query, now: string): Promise<DatabaseRecord> {
  const [open] = await query(OPEN, [now]);
  const [suspected] = await query(SUSPECTED);
  const [purge] = await query(PURGE_WAITS);
  const [undelivered] = await query(UNDELIVERED, [now]);
  const [dead] = await query(DEAD);
  const [failing] = await query(MAIL_TO_AGENCY_FAILING);
  return { ...open, ...suspected, ...purge, ...undelivered, ...dead, ...failing };
}

/** Reads leads with all that belongs to them, and deliveries, for the administration. */
import type { Input } from "../../contract/admin-operations.ts";
import type { LeadDelivery, LeadDetail } from "../../contract/leads-admin.ts";
import type { Found, Page } from "./admin-store.ts";
import { CONTEXT_COLUMNS, LEAD_COLUMNS, LEADS } from "./columns.ts";
import { toDetails, toLeadDelivery } from "./outbox-rows.ts";
import type { Query } from "./query.ts";
import { number, type DatabaseRecord } from "./records.ts";

const DETAILS = `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS} FROM ${LEADS}`;

const NOTES = "SELECT * FROM lead_notes WHERE lead_id = ANY ($1) ORDER BY id";

const BOOKINGS = "SELECT * FROM bookings WHERE lead_id = ANY ($1) ORDER BY created_at, id";

const DELIVERIES = "SELECT * FROM deliveries WHERE lead_id = ANY ($1) ORDER BY due_at, id";

export async function readLead(query: Query, id: string): Promise<Found<LeadDetail>> {
  const [value] = await details(query, await query(`${DETAILS} WHERE lead.id = $1`, [id]));
  return value ? { kind: "ok", value } : { kind: "missing" };
}

export async function readLeadsAfter(
  query: Query,
  { id, size, email, ending }: Input<"leadsAfter">,
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
  { state, page, size }: Input<"deliveries">,
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

async function details(query: Query, leads: readonly DatabaseRecord[]): Promise<LeadDetail[]> {
  const ids = leads.map(({ id }) => id);
  const notes = await query(NOTES, [ids]);
  return toDetails(leads, notes, await query(BOOKINGS, [ids]), await query(DELIVERIES, [ids]));
}

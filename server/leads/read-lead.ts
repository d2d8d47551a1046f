import type { LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { phoneOf } from "../../contract/lead/lead.ts";
import { toDetails } from "../deliveries/outbox-rows.ts";
import type { Database } from "../store/database.ts";
import {
  CONTEXT_COLUMNS,
  LEAD_ROW,
  LEADS,
  columnOf,
  type Query,
} from "../store/query.ts";
import { among } from "../store/sql.ts";

export const readLead = async (db: Database, id: string) =>
  (await readLeads(db, [id])).at(0);

export function readLeads(db: Database, ids: readonly string[]) {
  return db.read((query) => leadsWithIds(query, ids));
}

/** Leads in the order of `ids`, without those that are not stored. */
export async function leadsWithIds(
  query: Query,
  ids: readonly string[],
): Promise<LeadDetail[]> {
  const details = toDetails(
    await query`SELECT ${LEAD_ROW}, ${CONTEXT_COLUMNS} FROM ${LEADS}
      WHERE lead.id ${among(ids)}`,
    await query`SELECT * FROM lead_notes WHERE lead_id ${among(ids)}
      ORDER BY id`,
    await query`SELECT * FROM lead_history WHERE lead_id ${among(ids)}
      ORDER BY number DESC`,
    await query`SELECT * FROM bookings WHERE lead_id ${among(ids)}
      ORDER BY created_at, id`,
    await query`SELECT * FROM deliveries WHERE lead_id ${among(ids)}
      ORDER BY due_at, id`,
  );
  const byId = new Map(details.map((detail) => [detail.lead.id, detail]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * @param email a person's address or number, as
 * `addressOf` writes it @returns the person's leads
 */
export function readPerson(db: Database, email: string) {
  const phone = phoneOf(email);
  return db.read(async (query) => {
    const rows =
      await query`SELECT id FROM lead_submissions WHERE email = ${email}
      UNION SELECT lead_id FROM bookings WHERE phone = ${phone}
      UNION SELECT lead_id FROM lead_contexts
        WHERE wished_phone <> '' AND wished_phone = ${phone} ORDER BY 1`;
    return leadsWithIds(query, columnOf(rows, "id"));
  });
}

import {
  addressesOf,
  addressOf,
  nationalNumber,
  numbersMeant,
  phoneOf,
} from "../../contract/lead/lead.ts";
import type { LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { CONTEXT_COLUMNS, LEAD_ROW, LEADS, text } from "../store/query.ts";
import type { DatabaseRecord, Query } from "../store/query.ts";
import { toDetails } from "../deliveries/outbox-rows.ts";
import { among, rowsFor } from "../store/sql.ts";
import type { Database } from "../store/database.ts";

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
    await query`SELECT ${LEAD_ROW}, ${CONTEXT_COLUMNS} FROM ${LEADS} WHERE lead.id ${among(ids)}`,
    await query`SELECT * FROM lead_notes WHERE lead_id ${among(ids)} ORDER BY id`,
    await query`SELECT * FROM lead_history WHERE lead_id ${among(ids)} ORDER BY number DESC`,
    await query`SELECT * FROM bookings WHERE lead_id ${among(ids)} ORDER BY created_at, id`,
    await query`SELECT * FROM deliveries WHERE lead_id ${among(ids)} ORDER BY due_at, id`,
  );
  const byId = new Map(details.map((detail) => [detail.lead.id, detail]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** @param email a person's address or number @returns the leads, and the {@link numbersMeant} */
export function readPerson(db: Database, email: string) {
  const addresses = addressesOf(email);
  const emails = addresses.map((one) => ({ email: one }));
  const wanted = rowsFor("lead_submissions", ["email"], emails, "wanted");
  const phone = phoneOf(email);
  // Matches the digits of the number, whatever stands between them.
  const pattern = phone && nationalNumber(phone).replaceAll("", "%");
  const addressIn = (row: DatabaseRecord) => addressOf(text(row, "address"));
  return db.read(async (query) => {
    // With `ANY` for the addresses, PostgreSQL may read a million leads.
    const rows =
      await query`SELECT id AS lead_id, email AS address FROM lead_submissions
        WHERE email IN (SELECT email FROM ${wanted})
      UNION ALL SELECT lead_id, phone FROM bookings WHERE phone LIKE ${pattern}
      UNION ALL SELECT lead_id, wished_phone FROM lead_contexts
        WHERE wished_phone <> '' AND wished_phone LIKE ${pattern}`;
    const ofPerson = rows.filter((row) => addresses.includes(addressIn(row)));
    const ids = [
      ...new Set(ofPerson.map((row) => text(row, "lead_id"))),
    ].toSorted();
    const numbers = numbersMeant(email, ofPerson.map(addressIn));
    return { leads: await leadsWithIds(query, ids), numbers };
  });
}

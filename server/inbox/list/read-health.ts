/** What is wrong with the leads and their deliveries, for the list. */
import { HealthSchema } from "../../../contract/inbox/leads-admin.ts";
import * as conditions from "../../deliveries/conditions.ts";
import { number, parseRecord, text } from "../../store/query.ts";
import type { Database } from "../../store/database.ts";

const MOST_NAMED = 10;

export function readHealth(db: Database, now: string) {
  return db.read(async (query) => {
    const [counted = {}] = await query`SELECT
      (SELECT count(*) FROM lead_contexts WHERE ${conditions.isOutcome("outcome", "suspected")}) AS suspected,
      (SELECT waiting FROM retention) AS purge_waits,
      (SELECT count(*) FROM deliveries WHERE ${conditions.isWithheld(now)}) AS withheld,
      (SELECT count(*) FROM deliveries WHERE ${conditions.isWrittenInVain(now)}) AS written,
      (SELECT count(*) FROM (${conditions.failingToAgency(now)}) AS failing) AS mail_to_agency_failing`;
    const withheldLeads = await query`SELECT id, name FROM lead_submissions
      WHERE id IN (SELECT lead_id FROM deliveries WHERE ${conditions.isWithheld(now)})
      ORDER BY created_at DESC, id DESC LIMIT ${MOST_NAMED}`;
    return parseRecord(HealthSchema, counted, { withheldLeads });
  });
}

export type GivenUp = Awaited<ReturnType<typeof readGivenUp>>;

/**
 * Counts the given-up deliveries that somebody
 * still waits for, and names the latest leads.
 */
export function readGivenUp(db: Database, now: string) {
  return db.read(async (query) => {
    const { awaited } = conditions.canBeSentAgain(now);
    const rows = await query`SELECT lead.id, lead.name,
        CAST(sum(failed.count) OVER () AS integer) AS "all"
      FROM lead_submissions AS lead JOIN (SELECT lead_id, count(*) AS count
        FROM deliveries WHERE ${awaited} GROUP BY lead_id) AS failed
        ON failed.lead_id = lead.id
      ORDER BY lead.created_at DESC, lead.id DESC LIMIT ${MOST_NAMED}`;
    const leads = rows.map((row) => ({
      id: text(row, "id"),
      name: text(row, "name"),
    }));
    return { count: rows.length === 0 ? 0 : number(rows[0], "all"), leads };
  });
}

/** What is wrong with the leads and their deliveries, for the list. */

import { HealthSchema } from "../../../contract/inbox/leads-admin.ts";
import * as conditions from "../../deliveries/conditions.ts";
import type { Database } from "../../store/database.ts";
import { parseRecord } from "../../store/query.ts";
import type { Sql } from "../../store/sql.ts";

const MOST_NAMED = 10;

export function readHealth(db: Database, now: string) {
  const withheld = conditions.isWithheld(now);
  const { awaited, written } = conditions.canBeSentAgain(now);
  return db.read(async (query) => {
    const [counted = {}] = await query`SELECT
      (SELECT count(*) FROM lead_contexts
        WHERE ${conditions.isOutcome("outcome", "suspected")}) AS suspected,
      (SELECT waiting FROM retention) AS purge_waits,
      (SELECT count(*) FROM deliveries WHERE ${withheld}) AS withheld,
      (SELECT count(*) FROM deliveries WHERE ${awaited}) AS given_up,
      (SELECT count(*) FROM deliveries WHERE ${written}) AS written,
      (SELECT count(*) FROM (${conditions.failingToAgency(now)}) AS failing)
        AS mail_to_agency_failing`;
    const latestWith = (where: Sql) =>
      query`SELECT id, name FROM lead_submissions
        WHERE id IN (SELECT lead_id FROM deliveries WHERE ${where})
        ORDER BY created_at DESC, id DESC LIMIT ${MOST_NAMED}`;
    return parseRecord(HealthSchema, counted, {
      withheldLeads: await latestWith(withheld),
      givenUpLeads: await latestWith(awaited),
    });
  });
}

/**
 * What `/metrics` says of the store. Processes
 * that share the store say the same.
 */

import { isoTime } from "../../contract/durations.ts";
import * as conditions from "../deliveries/conditions.ts";
import { secondsSince, type MetricRow } from "../http/monitoring.ts";
import type { Database } from "../store/database.ts";
import { sql } from "../store/sql.ts";

/** Each metric is a column of the statement below. */
const HELP = {
  leads_open: "Leads without an answer.",
  leads_overdue: "Leads without an answer after the promised time.",
  leads_suspected:
    "Suspected leads: somebody must judge whether they are spam.",
  retention_waiting:
    "Leads older than RETENTION_DAYS, not yet deleted: at most a tenth of all is deleted a day.",
  deliveries_undelivered: "Deliveries that are due and not sent.",
  deliveries_dead: "Deliveries that were given up.",
  mail_to_agency_failing:
    "Mails to you that failed: retried mails, and given-up mails about an open lead or call.",
  deliveries_oldest_undelivered_seconds:
    "Time since the oldest undelivered delivery was due.",
};

const statement = (now: string) => {
  const open = sql`lead_contexts
    WHERE ${conditions.waitsForAnswer("lead_contexts")}`;
  const due = sql`(${conditions.ALL_DUE}) AS due WHERE due_at <= ${now}`;
  return sql`SELECT
    (SELECT count(*) FROM ${open}) AS leads_open,
    (SELECT count(*) FROM ${open} AND due_at < ${now}) AS leads_overdue,
    (SELECT count(*) FROM lead_contexts
      WHERE ${conditions.isOutcome("outcome", "suspected")}) AS leads_suspected,
    (SELECT waiting FROM retention) AS retention_waiting,
    (SELECT count(*) FROM ${due}) AS deliveries_undelivered,
    (SELECT count(*) FROM deliveries WHERE ${conditions.GIVEN_UP})
      AS deliveries_dead,
    (SELECT count(*) FROM (${conditions.failingToAgency(now)}) AS failing)
      AS mail_to_agency_failing,
    (SELECT min(due_at) FROM ${due}) AS deliveries_oldest_undelivered_seconds`;
};

/** @param now milliseconds since 1970 */
export async function readStoreMetrics(
  db: Database,
  now: number,
): Promise<MetricRow[]> {
  const [row = {}] = await db.read(
    (query) => query`${statement(isoTime(now))}`,
  );
  return Object.entries(HELP).map(([name, help]) => {
    // A column has a count, a time, or NULL if no row has a time.
    const value = row[name];
    const isTime = typeof value === "string";
    return [name, help, isTime ? secondsSince(value, now) : Number(value)];
  });
}

/** What became of leads, as their lists and the figures of months and sources count it. */
import { RESULTS, type Result } from "../../contract/inbox/leads-admin.ts";
import { IS_NO_SPAM, isOutcome } from "../deliveries/conditions.ts";
import { joined, raw, sql, type Sql } from "../store/sql.ts";

export const isResult = (name: string): name is Result =>
  RESULTS.some((result) => result === name);

const CAME = sql`EXISTS (SELECT 1 FROM bookings AS call
    WHERE call.lead_id = context.lead_id AND call.state = 'came')`;

const CONDITIONS: Record<Result, (now: string) => Sql> = {
  leads: () => sql`TRUE`,
  calls: () => sql`context.has_call = 1`,
  came: () => CAME,
  unsaid: (now) => sql`NOT ${CAME} AND EXISTS (SELECT 1 FROM bookings AS call
    WHERE call.lead_id = context.lead_id AND call.state = 'booked' AND call.ends_at <= ${now})`,
  customers: () => isOutcome("context.outcome", "won"),
};

/** A test has no source. */
const IS_COUNTED = sql`context.came_from <> '' AND ${IS_NO_SPAM}`;

/** Matches the leads that count for a result. @param now ISO 8601 in UTC */
export const hasResult = (result: Result, now: string): Sql =>
  sql`(${IS_COUNTED} AND ${CONDITIONS[result](now)})`;

/**
 * One row for each lead that counts, with its source and campaign: 1 for each of its results.
 * @param table has the alias `context` @param stored results that are 0, since totals have them
 */
export function resultRows(
  table: Sql,
  { when, now, stored = [] }: { when: Sql; now: string; stored?: Result[] },
): Sql {
  const columns = RESULTS.map((name) => {
    const condition = stored.includes(name)
      ? sql`FALSE`
      : CONDITIONS[name](now);
    return sql`CASE WHEN ${condition} THEN 1 ELSE 0 END AS ${raw(name)}`;
  });
  return sql`SELECT context.came_from AS source, context.campaign, ${joined(columns, ", ")}
    FROM ${table} WHERE ${when} AND ${IS_COUNTED}`;
}

/** The sums of {@link resultRows}, which are 0 without leads. */
export const RESULT_SUMS = raw(
  RESULTS.map(
    (name) => `CAST(coalesce(sum(${name}), 0) AS integer) AS ${name}`,
  ).join(", "),
);

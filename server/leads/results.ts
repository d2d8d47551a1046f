/**
 * What became of leads, as their lists and
 * the figures of months and sources count it.
 */

import { RESULTS, type Result } from "../../contract/inbox/leads-admin.ts";
import { IS_NO_SPAM, isOutcome } from "../deliveries/conditions.ts";
import { joined, raw, sql, type Sql } from "../store/sql.ts";

export const isResult = (name: string): name is Result =>
  RESULTS.some((result) => result === name);

const CAME = sql`(context.has_call = 1
  AND EXISTS (SELECT 1 FROM bookings AS call
    WHERE call.lead_id = context.lead_id AND call.state = 'came'))`;

const CONDITIONS: Record<Result, (now: string) => Sql> = {
  leads: () => sql`TRUE`,
  calls: () => sql`context.has_call = 1`,
  came: () => CAME,
  unsaid: (now) => sql`context.has_call = 1 AND NOT ${CAME}
    AND EXISTS (SELECT 1 FROM bookings AS call
      WHERE call.lead_id = context.lead_id AND call.state = 'booked'
        AND call.ends_at <= ${now})`,
  customers: () => isOutcome("context.outcome", "won"),
};

/** Matches the leads that figures count. A test has no source. */
export const IS_COUNTED = sql`context.came_from <> '' AND ${IS_NO_SPAM}`;

/** Matches the leads that count for a result. @param now ISO 8601 in UTC */
export const hasResult = (result: Result, now: string): Sql =>
  sql`(${IS_COUNTED} AND ${CONDITIONS[result](now)})`;

/**
 * Counts each result in a statement whose leads
 * are `context`. @param now ISO 8601 in UTC
 */
export const resultCounts = (now: string): Sql =>
  joined(
    RESULTS.map(
      (name) =>
        sql`count(*) FILTER (WHERE ${CONDITIONS[name](now)}) AS ${raw(name)}`,
    ),
    ", ",
  );

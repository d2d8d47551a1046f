/**
 * Deletes leads older than RETENTION_DAYS, at most a tenth of all leads in a day: that is what a wrong clock or a mistyped
 * number can cost before somebody sees the inbox. docs/privacy.md has the rule.
 */
import * as v from "valibot";
import { DAY_MS } from "../../contract/durations.ts";
import { REMOVED_AT_ONCE, removeWhere } from "./admin-changes.ts";
import { idAt, parseRecord, countOf } from "../store/query.ts";
import { locked, sql } from "../store/sql.ts";
import type { Database } from "../store/database.ts";

const SHARE_A_DAY = 0.1;
/** So that a small store comes to its end, too. */
const LEAST_A_DAY = 10;

const StateSchema = v.object({ dayBeganAt: v.optional(v.string()), left: v.number() });

/** A lead is kept until this time after its call, and as long as its id says that it is younger. */
const isDue = (before: string) => sql`created_at < ${before}
  AND NOT (substr(CAST(id AS text), 15, 1) = '7' AND id >= ${idAt(before)})
  AND NOT EXISTS (SELECT 1 FROM bookings WHERE lead_id = lead_submissions.id AND ends_at >= ${before})`;

/**
 * Deletes leads in one transaction, at most {@link REMOVED_AT_ONCE}; call it until there are fewer.
 * @param before undefined: leads are kept forever @returns how many more are due on the next days
 */
export function purgeLeads(db: Database, { before, now }: { before: string | undefined; now: string }) {
  return db.write(async (query) => {
    if (before === undefined) {
      await query`UPDATE retention SET waiting = 0 WHERE waiting > 0`;
      return { leads: 0, deliveries: [], waiting: 0 };
    }
    const [record = {}] =
      await query`SELECT day_began_at, left_that_day AS "left" FROM retention ${locked("UPDATE")}`;
    const state = parseRecord(StateSchema, record);
    const age = state.dayBeganAt === undefined ? DAY_MS : Date.parse(now) - Date.parse(state.dayBeganAt);
    const isSameDay = age >= 0 && age < DAY_MS;
    const dayBeganAt = isSameDay ? state.dayBeganAt : now;
    const left = isSameDay
      ? state.left
      : Math.max(LEAST_A_DAY, Math.floor((await countOf(query, sql`lead_submissions`)) * SHARE_A_DAY));
    const removed = await removeWhere(query, isDue(before), Math.min(left, REMOVED_AT_ONCE));
    const { leads, deliveries } = removed;
    const isLast = leads < REMOVED_AT_ONCE;
    const waiting = isLast ? await countOf(query, sql`lead_submissions WHERE ${isDue(before)}`) : 0;
    await query`UPDATE retention SET day_began_at = ${dayBeganAt}, left_that_day = ${left - leads}, waiting = ${waiting}`;
    return { leads, deliveries, waiting };
  });
}

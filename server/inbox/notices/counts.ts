/** Figures of the mails to the team. */

import * as v from "valibot";
import { FollowUpSchema } from "../../../contract/inbox/leads-admin.ts";
import * as conditions from "../../deliveries/conditions.ts";
import { readRow, readRows, type Database } from "../../store/database.ts";
import { LEADS } from "../../store/query.ts";
import { raw, sql } from "../../store/sql.ts";

const MOST_NAMED = 20;

const WaitingSchema = v.object({
  ...FollowUpSchema.entries,
  ...v.entriesFromList(["email", "dueAt"], v.string()),
  /** How many there are, of which not all are read. */
  all: v.number(),
});

export type WaitingLeads = Awaited<ReturnType<typeof readWaiting>>;

/**
 * @param due the answer is due after `after`,
 * and at `until` or earlier; ISO 8601 in UTC
 */
export async function readWaiting(
  db: Database,
  due: { after: string; until: string },
  order: "ASC" | "DESC",
  owner?: string,
) {
  const leads = await readRows(
    db,
    WaitingSchema,
    sql`SELECT lead.id, lead.name, lead.email,
        lead.company_name, context.owner, context.due_at,
        count(*) OVER () AS "all"
      FROM ${LEADS}
      WHERE ${conditions.waitsForAnswer("context")}
        AND ${conditions.keptBy(owner)}
        AND context.due_at > ${due.after} AND context.due_at <= ${due.until}
      ORDER BY context.due_at ${raw(order)}, lead.id LIMIT ${MOST_NAMED}`,
  );
  return { count: leads[0]?.all ?? 0, leads };
}

const StormSchema = v.object(
  v.entriesFromList(["leads", "own", "spam"], v.number()),
);

/**
 * Counts the leads of a storm. In a storm,
 * one mail tells the team of many leads.
 * @param since when the first lead came that got no separate mail
 */
export function readStorm(
  db: Database,
  since: string,
  until: string,
  owner?: string,
) {
  return readRow(
    db,
    StormSchema,
    sql`SELECT count(*) AS leads,
        count(*) FILTER (WHERE ${conditions.keptBy(owner)}) AS own,
        count(*) FILTER (WHERE ${conditions.isOutcome("context.outcome", "suspected")}) AS spam
      FROM ${LEADS}
      WHERE lead.created_at BETWEEN ${since} AND ${until}
        AND context.source <> 'test'`,
  );
}

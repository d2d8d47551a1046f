/** What waits for the team, as statements for its mails. */
import * as v from "valibot";
import { keptBy, waitsForAnswer } from "../deliveries/conditions.ts";
import type { Storm, WaitingLeads } from "../deliveries/mail/team-mails.ts";
import type { Found } from "../store/store.ts";
import { LEADS, number, parseRecord } from "../store/query.ts";
import { raw } from "../store/sql.ts";
import { finds, type Database } from "../store/database.ts";

const MOST_NAMED = 20;

const WaitingSchema = v.object({
  id: v.string(),
  name: v.string(),
  companyName: v.string(),
  owner: v.optional(v.string()),
  dueAt: v.string(),
  all: v.number(),
});

interface Span {
  /** The promised time, as ISO 8601 in UTC: later than the one, and not later than the other. */
  after: string;
  by: string;
  order: "soonest" | "latest";
  /** Whose leads; undefined: all. */
  owner: string | undefined;
}

/** Leads without an answer whose promised time is within a span: their number, and the first twenty. */
export function readWaiting(db: Database, { after, by, order, owner }: Span): Promise<Found<WaitingLeads>> {
  return finds(db, async (query) => {
    const direction = raw(order === "soonest" ? "ASC" : "DESC");
    const rows = await query`SELECT lead.id, lead.name, lead.company_name, context.owner, context.due_at,
        count(*) OVER () AS "all"
      FROM ${LEADS} WHERE ${waitsForAnswer("context")} AND context.due_at > ${after} AND context.due_at <= ${by}
        AND ${keptBy(owner)}
      ORDER BY context.due_at ${direction}, lead.id LIMIT ${MOST_NAMED}`;
    const leads = rows.map((row) => parseRecord(WaitingSchema, row));
    return { count: leads[0]?.all ?? 0, leads };
  });
}

export function countSuspected(db: Database): Promise<Found<number>> {
  return finds(db, async (query) => {
    const [counted = {}] =
      await query`SELECT count(*) AS suspected FROM lead_contexts WHERE outcome = 'suspected'`;
    return number(counted, "suspected");
  });
}

/** @param since when the first lead came that was not mailed by itself */
export function readStorm(db: Database, { since }: { since: string }): Promise<Found<Storm>> {
  return finds(db, async (query) => {
    const [counted = {}] = await query`SELECT count(*) AS leads,
        count(*) FILTER (WHERE context.outcome = 'suspected') AS suspected
      FROM ${LEADS} WHERE lead.created_at >= ${since} AND context.source <> 'test'`;
    return { since, leads: number(counted, "leads"), suspected: number(counted, "suspected") };
  });
}

/** Figures of the mails to the team. */
import * as v from "valibot";
import { TodaySchema } from "../../../contract/inbox/leads-admin.ts";
import { OTHER } from "../../../contract/lead/source.ts";
import * as conditions from "../../deliveries/conditions.ts";
import { countOf, LEADS, number, parseRecord } from "../../store/query.ts";
import { isInList, type ListMoment } from "../../leads/lead-lists.ts";
import { either, raw, sql, type Sql } from "../../store/sql.ts";
import type { Database } from "../../store/database.ts";

const IS_REAL = sql`context.source <> 'test' AND ${conditions.IS_NO_SPAM}`;

const leadsBetween = (begin: string, end: string) =>
  sql`${LEADS} WHERE lead.created_at >= ${begin} AND lead.created_at < ${end} AND ${IS_REAL}`;

/** The median of the waits for an answer. Leads that a booked call answered are left out. */
function medianAnswerHours(begin: string, end: string, now: string): Sql {
  const hoursWaited = either(
    sql`extract(epoch FROM waited_until - came) / 3600`,
    sql`(julianday(waited_until) - julianday(came)) * 24`,
  );
  const waits = sql`SELECT ${hoursWaited} AS hours FROM (
      SELECT lead.created_at AS came, coalesce(context.answered_at, ${now}) AS waited_until
      FROM ${leadsBetween(begin, end)}
        AND NOT EXISTS (SELECT 1 FROM lead_history AS history WHERE history.lead_id = lead.id
          AND history.kind = 'call-booked' AND history.changed_at = context.answered_at)
    ) AS times`;
  return sql`SELECT CAST(round(CAST(avg(hours) AS numeric), 2) AS double precision) FROM (
      SELECT hours, row_number() OVER (ORDER BY hours) AS place, count(*) OVER () AS leads
      FROM (${waits}) AS waits
    ) AS ordered WHERE place IN ((leads + 1) / 2, (leads + 2) / 2)`;
}

const WeekSchema = v.object({
  ...v.entriesFromList(["leads", "calls"], v.number()),
  medianAnswerHours: v.optional(v.number()),
  /** The source with the most leads is first. */
  sources: v.array(v.object({ source: v.string(), leads: v.number() })),
});
export type Week = v.InferOutput<typeof WeekSchema>;

export function readWeek(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<Week> {
  return db.read(async (query) => {
    const [counted = {}] = await query`SELECT
      (SELECT count(*) FROM ${leadsBetween(from, to)}) AS leads,
      (SELECT count(*) FROM ${LEADS} JOIN bookings AS call ON call.lead_id = lead.id
        WHERE call.starts_at >= ${from} AND call.starts_at < ${to} AND ${IS_REAL}
          AND call.state <> 'cancelled') AS calls,
      (${medianAnswerHours(from, to, to)}) AS median_answer_hours`;
    const sources = await query`SELECT
      coalesce(context.came_from, ${OTHER}) AS source, CAST(count(*) AS integer) AS leads
      FROM ${leadsBetween(from, to)} GROUP BY 1 ORDER BY 2 DESC, 1`;
    return parseRecord(WeekSchema, counted, { sources });
  });
}

/** Counts what is ours to do next. @param owner whose leads count; undefined: everybody's */
export const countNext = (db: Database, at: ListMoment, owner?: string) =>
  db.read((query) =>
    countOf(
      query,
      sql`lead_contexts AS context WHERE ${isInList("next", at)} AND ${conditions.keptBy(owner)}`,
    ),
  );

const MOST_NAMED = 20;

const WaitingSchema = v.object({
  ...TodaySchema.entries.followUps.item.entries,
  ...v.entriesFromList(["email", "dueAt"], v.string()),
});

export type WaitingLeads = Awaited<ReturnType<typeof readWaiting>>;

/** @param due the answer is due after `after`, and at `until` or earlier; ISO 8601 in UTC */
export function readWaiting(
  db: Database,
  due: { after: string; until: string },
  order: "ASC" | "DESC",
  owner?: string,
) {
  return db.read(async (query) => {
    const rows = await query`SELECT lead.id, lead.name, lead.email,
        lead.company_name, context.owner, context.due_at, count(*) OVER () AS "all"
      FROM ${LEADS} WHERE ${conditions.waitsForAnswer("context")} AND ${conditions.keptBy(owner)}
        AND context.due_at > ${due.after} AND context.due_at <= ${due.until}
      ORDER BY context.due_at ${raw(order)}, lead.id LIMIT ${MOST_NAMED}`;
    const leads = rows.map((row) => parseRecord(WaitingSchema, row));
    return { count: rows.length === 0 ? 0 : number(rows[0], "all"), leads };
  });
}

/**
 * Counts the leads of a storm. In a storm, one mail tells the team of many leads.
 * @param since when the first lead came that got no separate mail
 */
export function readStorm(db: Database, since: string, until: string) {
  return db.read(async (query) => {
    const [counted = {}] = await query`SELECT count(*) AS leads,
        count(*) FILTER (WHERE ${conditions.isOutcome("context.outcome", "suspected")}) AS suspected
      FROM ${LEADS} WHERE lead.created_at BETWEEN ${since} AND ${until} AND context.source <> 'test'`;
    return {
      since,
      until,
      leads: number(counted, "leads"),
      suspected: number(counted, "suspected"),
    };
  });
}

import type { Week } from "../deliveries/mail/team-mails.ts";
/** The counts of the overview and the metrics, all of the same moment, so they agree. */
import * as v from "valibot";
import { HealthSchema, LeadsOverviewSchema, type LeadsOverview } from "../../contract/leads-admin.ts";
import { LEADS, number, parseRecord, text, type Query } from "../store/query.ts";
import { OTHER } from "../../contract/source.ts";
import { ALL_OUTCOMES } from "../../contract/outcome.ts";
import type { LatestDays } from "../leads/days.ts";
import { listParts } from "../leads/search.ts";
import { narrowed } from "./admin-statements.ts";
import {
  ALL_DUE,
  COUNTS,
  failingToAgency,
  GIVEN_UP,
  isWithheld,
  isWrittenInVain,
} from "../deliveries/conditions.ts";
import { hoursBetween, joined, raw, sql, type Sql } from "../store/sql.ts";
import { finds, type Database } from "../store/database.ts";
import { type Found } from "../store/store.ts";

const FiguresSchema = v.omit(LeadsOverviewSchema, ["days", "filters", "withheldLeads"]);

const COUNTED = ["open", "overdue", "mine", "all", "calls", ...ALL_OUTCOMES] as const;
const CountedSchema = v.object(v.entriesFromList(COUNTED, v.number()));

/** Leads between two times, except test leads, spam and suspected leads. */
const leadsBetween = (begin: string, end: string) => sql`(
    SELECT count(*) FROM lead_submissions WHERE created_at >= ${begin} AND created_at < ${end}
  ) - (
    SELECT count(*) FROM ${LEADS}
    WHERE context.source = 'test' AND lead.created_at >= ${begin} AND lead.created_at < ${end}
  ) - (
    SELECT count(*) FROM ${LEADS} WHERE context.outcome IN ('suspected', 'spam') AND context.source <> 'test'
      AND lead.created_at >= ${begin} AND lead.created_at < ${end})`;

/**
 * The median time until an answer of leads between two times, in hours; NULL without any. An open lead counts with its age.
 * One that booked a call is left out: nobody answered it.
 */
function medianBetween(begin: string, end: string, now: string): Sql {
  const answered = sql`SELECT ${hoursBetween("came", "answered")} AS hours FROM (
      SELECT lead.created_at AS came, coalesce(context.answered_at, ${now}) AS answered
      FROM ${LEADS} WHERE lead.created_at >= ${begin} AND lead.created_at < ${end}
        AND context.source <> 'test' AND ${COUNTS}
        AND NOT EXISTS (SELECT 1 FROM lead_history AS history WHERE history.lead_id = lead.id
          AND history.kind = 'call-booked' AND history.changed_at = context.answered_at)
    ) AS times`;
  return sql`SELECT CAST(round(CAST(avg(hours) AS numeric), 2) AS double precision) FROM (
      SELECT hours, row_number() OVER (ORDER BY hours) AS place, count(*) OVER () AS leads
      FROM (${answered}) AS answered
    ) AS ordered WHERE place IN ((leads + 1) / 2, (leads + 2) / 2)`;
}

/** The columns that the overview and the metrics have in common. */
const figuresAt = (now: string) => sql`
  (SELECT count(*) FROM lead_contexts WHERE answered_at IS NULL AND source <> 'test') AS open,
  (SELECT count(*) FROM lead_contexts
    WHERE answered_at IS NULL AND source <> 'test' AND due_at < ${now}) AS overdue,
  (SELECT count(*) FROM lead_contexts WHERE outcome = 'suspected') AS suspected,
  (SELECT waiting FROM retention) AS purge_waits,
  (SELECT count(*) FROM (${ALL_DUE}) AS due WHERE due_at <= ${now}) AS undelivered,
  (SELECT count(*) FROM deliveries WHERE ${GIVEN_UP}) AS dead,
  (SELECT count(*) FROM deliveries WHERE ${isWithheld(now)}) AS withheld,
  (SELECT count(*) FROM (${failingToAgency(now)}) AS failing) AS mail_to_agency_failing`;

/** Leads that the inbox names because a mail to them waits. */
const MAX_WITHHELD = 10;

/** Reasons come from channels and contain receivers' codes; beyond this many, the rest counts as one. */
const MAX_REASONS = 20;
const OTHER_REASONS = "other";

type Moment = Pick<Parameters<typeof listParts>[0], "now" | "by">;

export function readOverview(
  db: Database,
  { names, starts }: LatestDays,
  { now, by, ...narrow }: Moment & Parameters<typeof narrowed>[0],
) {
  return finds(db, async (query): Promise<LeadsOverview> => {
    const [begin = "", ...ends] = starts;
    const leads = await countDays(query, starts);
    const days = names.map((day, index) => ({ day, leads: leads[index] ?? 0 }));
    const [counted = {}] = await query`SELECT
      (${medianBetween(begin, ends.at(-1) ?? "", now)}) AS median_answer_hours, ${figuresAt(now)}`;
    const filters = await countFilters(query, narrow, { now, by });
    const withheld = await query`SELECT id, name FROM lead_submissions
    WHERE id IN (SELECT lead_id FROM deliveries WHERE ${isWithheld(now)}) ORDER BY id DESC LIMIT ${MAX_WITHHELD}`;
    const withheldLeads = withheld.map((row) => ({ id: text(row, "id"), name: text(row, "name") }));
    return { days, filters, withheldLeads, ...parseRecord(FiguresSchema, counted) };
  });
}

const WeekSchema = v.object({
  ...v.entriesFromList(["leads", "calls", "missed", "won"], v.number()),
  medianAnswerHours: v.optional(v.number()),
});

/** What happened between two times, without tests, spam and suspected leads. Calls are those that were to take place. */
export function readWeek(db: Database, { from, to }: Record<"from" | "to", string>): Promise<Found<Week>> {
  return finds(db, async (query) => {
    const counting = sql`context.source <> 'test' AND ${COUNTS}`;
    const calls = sql`SELECT count(*) FROM ${LEADS} JOIN bookings AS call ON call.lead_id = lead.id
    WHERE call.starts_at >= ${from} AND call.starts_at < ${to} AND ${counting}`;
    const [counted = {}] = await query`SELECT
      (${leadsBetween(from, to)}) AS leads,
      (${calls} AND call.state IN ('booked', 'missed')) AS calls,
      (${calls} AND call.state = 'missed') AS missed,
      (SELECT count(*) FROM lead_contexts WHERE outcome = 'won' AND source <> 'test'
        AND outcome_at >= ${from} AND outcome_at < ${to}) AS won,
      (${medianBetween(from, to, to)}) AS median_answer_hours`;
    const came =
      await query`SELECT coalesce(context.came_from, ${OTHER}) AS source, count(*) AS leads FROM ${LEADS}
    WHERE lead.created_at >= ${from} AND lead.created_at < ${to} AND ${counting} GROUP BY 1`;
    const sources = came.map((row) => ({ source: text(row, "source"), leads: number(row, "leads") }));
    return { ...parseRecord(WeekSchema, counted), sources: sources.toSorted((a, b) => b.leads - a.leads) };
  });
}

/** Uses the indexes of the list's parts; answered leads are the closed ones that are not spam. */
async function countFilters(query: Query, narrow: Parameters<typeof narrowed>[0], moment: Moment) {
  const narrowing = narrowed(narrow);
  const columns = COUNTED.map((filter) => {
    const counts = listParts({ filter, ...moment }).map(
      ({ where }) => sql`(SELECT count(*) FROM lead_contexts AS context WHERE ${where} AND ${narrowing})`,
    );
    return sql`${joined(counts, " + ")} AS ${raw(`"${filter}"`)}`;
  });
  const [counted = {}] = await query`SELECT ${joined(columns, ", ")}`;
  const byFilter = v.parse(CountedSchema, counted);
  const { all, open, spam, suspected } = byFilter;
  return { ...byFilter, answered: all - open - spam - suspected, leads: all - spam - suspected };
}

export function readHealth(db: Database, now: string) {
  return finds(db, async (query) => {
    const failuresByReason: Record<string, number> = {};
    const failures = await query`SELECT last_error AS reason, count(*) AS deliveries FROM (
      ${ALL_DUE} UNION ALL SELECT due_at, last_error FROM deliveries WHERE ${GIVEN_UP}
    ) AS failed WHERE last_error IS NOT NULL GROUP BY last_error ORDER BY count(*) DESC, last_error`;
    for (const [place, record] of failures.entries()) {
      const reason = place < MAX_REASONS ? text(record, "reason") : OTHER_REASONS;
      failuresByReason[reason] = (failuresByReason[reason] ?? 0) + number(record, "deliveries");
    }
    const [counted = {}] = await query`SELECT ${figuresAt(now)},
      (SELECT min(due_at) FROM (${ALL_DUE}) AS due WHERE due_at <= ${now}) AS oldest,
      (SELECT count(*) FROM deliveries WHERE ${isWrittenInVain(now)}) AS written,
      (SELECT count(*) FROM bookings WHERE state = 'booked' AND ends_at > ${now}) AS upcoming_calls`;
    const waited = counted["oldest"] === null ? 0 : Date.parse(now) - Date.parse(text(counted, "oldest"));
    const oldestUndeliveredSeconds = Math.max(0, Math.round(waited / 1000)) || 0;
    return parseRecord(HealthSchema, counted, { oldestUndeliveredSeconds, failuresByReason });
  });
}

/** @param starts of the days, and the end of the latest one */
async function countDays(query: Query, starts: readonly string[]): Promise<number[]> {
  const counts = starts
    .slice(1)
    .map((end, day) => sql`(${leadsBetween(starts[day] ?? "", end)}) AS ${raw(`day${day}`)}`);
  const [counted = {}] = await query`SELECT ${joined(counts, ", ")}`;
  return counts.map((_count, day) => number(counted, `day${day}`));
}

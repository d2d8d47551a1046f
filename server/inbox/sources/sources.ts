/**
 * *Sources*: the calls and outcomes of the leads of each source and campaign.
 */

import * as v from "valibot";
import { isoTime } from "../../../contract/durations.ts";
import { RESULTS, type Results } from "../../../contract/inbox/leads-admin.ts";
import { isPaidKey } from "../../../contract/lead/source.ts";
import { latestMonths, spanOf, type Clock } from "../../leads/days.ts";
import { IS_COUNTED, resultCounts } from "../../leads/results.ts";
import { readRow, readRows, type Database } from "../../store/database.ts";
import { sql } from "../../store/sql.ts";

/** The leads that figures count, and that came from `since` until `until`. */
const cameIn = ({ since, until }: ReturnType<typeof spanOf>) =>
  sql`lead_contexts AS context WHERE ${IS_COUNTED}
    AND context.came_at >= ${since} AND context.came_at < ${until}`;

/**
 * Strangers can send many sources and campaigns,
 * so a limit keeps the page readable.
 */
const MAX_ROWS = 1_000;

const ResultsSchema = v.object(v.entriesFromList(RESULTS, v.number()));
const RowSchema = v.object({
  source: v.string(),
  campaign: v.string(),
  ...ResultsSchema.entries,
});
type Row = v.InferOutput<typeof RowSchema>;

export type SourceResults = Awaited<ReturnType<typeof readSources>>;

/**
 * The sources of a month or a year, as keys of contract/lead/source.ts: paid
 * sources first, then the sources with the most leads.
 */
export async function readSources(db: Database, month: string, clock: Clock) {
  const counts = resultCounts(isoTime(clock.now()));
  const counted = cameIn(spanOf(month, clock.timeZone));
  const rows = await readRows(
    db,
    RowSchema,
    sql`SELECT context.came_from AS source, context.campaign, ${counts}
      FROM ${counted} GROUP BY context.came_from, context.campaign
      ORDER BY leads DESC, source, campaign LIMIT ${MAX_ROWS}`,
  );
  return { month, sources: groupBySource(rows) };
}

function groupBySource(rows: readonly Row[]) {
  const sources = Array.from(
    Map.groupBy(rows, ({ source }) => source),
    ([source, rowsOfSource]) => ({
      source,
      ...totalsOf(rowsOfSource),
      campaigns: rowsOfSource.filter(({ campaign }) => campaign !== ""),
    }),
  );
  // Paid sources come first.
  const rank = ({ source }: { source: string }) => Number(!isPaidKey(source));
  return sources.toSorted((a, b) => rank(a) - rank(b) || b.leads - a.leads);
}

const totalsOf = (rows: readonly Row[]): Results =>
  v.parse(
    ResultsSchema,
    Object.fromEntries(
      RESULTS.map((name) => [
        name,
        rows.reduce((sum, row) => sum + row[name], 0),
      ]),
    ),
  );

/** What became of the leads of a time. @param now ISO 8601 in UTC */
export const readResults = (
  db: Database,
  span: ReturnType<typeof spanOf>,
  now: string,
): Promise<Results> =>
  readRow(
    db,
    ResultsSchema,
    sql`SELECT ${resultCounts(now)} FROM ${cameIn(span)}`,
  );

/** The agency's month, like `2027-03`, and what became of its leads. */
export interface MonthResults {
  month: string;
  results: Results;
}

/** This month and the month before. */
export async function readMonths(
  db: Database,
  clock: Clock,
): Promise<MonthResults[]> {
  const now = isoTime(clock.now());
  const readMonth = async (month: string) => ({
    month,
    results: await readResults(db, spanOf(month, clock.timeZone), now),
  });
  return Promise.all(latestMonths(clock).map(readMonth));
}

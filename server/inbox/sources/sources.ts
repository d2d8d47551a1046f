/** *Sources*: the calls and outcomes of the leads of each source and campaign. */
import { isoTime } from "../../../contract/durations.ts";
import * as v from "valibot";
import type { FastifyInstance } from "fastify";
import { SPANS } from "../list/list-query.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { isPaidKey } from "../../../contract/lead/source.ts";
import { RESULTS, type Results } from "../../../contract/inbox/leads-admin.ts";
import { readQuery } from "../../http/forms.ts";
import {
  latestDays,
  latestMonths,
  monthSpan,
  type Clock,
} from "../../leads/days.ts";
import { RESULT_SUMS, resultRows } from "../../leads/results.ts";
import { LEADS, parseRecord, parseRecords } from "../../store/query.ts";
import { either, sql, type Sql } from "../../store/sql.ts";
import type { Database } from "../../store/database.ts";

/** In SQLite, stored totals replace the leads, except on the first day, which is partial. */
function resultsSince(since: string, now: string): Sql {
  const day = Temporal.PlainDate.from(since.slice(0, 10));
  const nextDay = day.add({ days: 1 }).toString();
  const nextMonth = day.with({ day: 1 }).add({ months: 1 }).toString();
  // A date alone sorts before all times of its day.
  const isFirstDay = sql`lead.created_at >= ${since} AND lead.created_at < ${nextDay}`;
  const totals = (span: string, from: string, upperBound: Sql) =>
    sql`SELECT source, campaign, leads, calls, 0 AS came, 0 AS unsaid, won AS customers
      FROM source_totals WHERE span = ${span} AND begins_on >= ${from} ${upperBound}`;
  const days = totals("day", nextDay, sql`AND begins_on < ${nextMonth}`);
  const months = totals("month", nextMonth, sql``);
  const contexts = sql`lead_contexts AS context`;
  const firstDay = resultRows(LEADS, { when: isFirstDay, now });
  // The totals don't know what was said of a call.
  const said = resultRows(contexts, {
    when: sql`context.came_at >= ${nextDay} AND context.has_call = 1`,
    now,
    stored: ["leads", "calls", "customers"],
  });
  return either(
    resultRows(contexts, { when: sql`context.came_at >= ${since}`, now }),
    sql`${firstDay} UNION ALL ${days} UNION ALL ${months} UNION ALL ${said}`,
  );
}

/** Strangers can send many sources and campaigns, so a limit keeps the page readable. */
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
 * The sources of the latest days, as keys of contract/lead/source.ts: paid sources first, then the
 * sources with the most leads.
 */
export function readSources(
  db: Database,
  days: number,
  { timeZone, now }: Clock,
) {
  const [since = ""] = latestDays(days, timeZone, now()).starts;
  const counted = resultsSince(since, isoTime(now()));
  return db.read(async (query) => {
    const records = await query`SELECT source, campaign, ${RESULT_SUMS}
      FROM (${counted}) AS counted GROUP BY source, campaign
      ORDER BY leads DESC, source, campaign LIMIT ${MAX_ROWS}`;
    const rows = parseRecords(RowSchema, records);
    return { days, sources: groupBySource(rows) };
  });
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

/** What became of the leads that came from `since` until `until`. Times in ISO 8601 in UTC. */
export function readResults(
  db: Database,
  { since, until }: { since: string; until: string },
  now: string,
): Promise<Results> {
  const when = sql`context.came_at >= ${since} AND context.came_at < ${until}`;
  const rows = resultRows(sql`lead_contexts AS context`, { when, now });
  return db.read(async (query) => {
    const [counted = {}] =
      await query`SELECT ${RESULT_SUMS} FROM (${rows}) AS counted`;
    return parseRecord(ResultsSchema, counted);
  });
}

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
    results: await readResults(db, monthSpan(month, clock.timeZone), now),
  });
  return Promise.all(latestMonths(clock).map(readMonth));
}

const USUAL_DAYS = 90;

export function registerSources(
  app: FastifyInstance,
  store: Database,
  clock: Clock,
) {
  app.get(INBOX.sources, async (request, reply) => {
    const requested = readQuery(request).get("days");
    const days = SPANS.find((span) => String(span) === requested) ?? USUAL_DAYS;
    const sources = await readSources(store, days, clock);
    const months = await readMonths(store, clock);
    return reply.show("sources", { sources, months });
  });
}

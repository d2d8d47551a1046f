/** *Sources*: the calls and outcomes of the leads of each source and campaign. */
import * as v from "valibot";
import type { FastifyInstance } from "fastify";
import { SPANS } from "../list/list-query.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { isPaidKey } from "../../../contract/lead/source.ts";
import { RESULTS, type Results } from "../../../contract/inbox/leads-admin.ts";
import { readQuery } from "../../http/forms.ts";
import { latestDays, type Clock, type LatestDays } from "../../leads/days.ts";
import { IS_NO_SPAM, isOutcome } from "../../deliveries/conditions.ts";
import { LEADS, parseRecord } from "../../store/query.ts";
import { either, raw, sql, type Sql } from "../../store/sql.ts";
import type { Database } from "../../store/database.ts";

/** The sources of the latest days: paid sources first, then the sources with the most leads. */
export interface SourceResults {
  days: number;
  /** `source` is a key of contract/lead/source.ts. */
  sources: (Results & {
    source: string;
    campaigns: (Results & { campaign: string })[];
  })[];
}

const SUM_COLUMNS = raw(
  RESULTS.map((name) => `CAST(sum(${name}) AS integer) AS ${name}`).join(", "),
);

/** One row for each lead that is no spam and whose source is known. */
const resultRows = (
  table: Sql,
  condition: Sql,
) => sql`SELECT context.came_from AS source,
    context.campaign, 1 AS leads, context.has_call AS calls,
    CASE WHEN ${isOutcome("context.outcome", "won")} THEN 1 ELSE 0 END AS won,
    CASE WHEN ${isOutcome("context.outcome", "lost")} THEN 1 ELSE 0 END AS lost
  FROM ${table} WHERE ${condition} AND context.came_from <> '' AND ${IS_NO_SPAM}`;

/** In SQLite, stored totals replace the leads, except on the first day, which is partial. */
function resultsSince(since: string): Sql {
  const day = Temporal.PlainDate.from(since.slice(0, 10));
  const nextDay = day.add({ days: 1 }).toString();
  const nextMonth = day.with({ day: 1 }).add({ months: 1 }).toString();
  // A date alone sorts before all times of its day.
  const firstDay = sql`lead.created_at >= ${since} AND lead.created_at < ${nextDay}`;
  const totals = (span: string, from: string, upperBound: Sql) =>
    sql`SELECT source, campaign, leads, calls, won, lost FROM source_totals
      WHERE span = ${span} AND begins_on >= ${from} ${upperBound}`;
  const days = totals("day", nextDay, sql`AND begins_on < ${nextMonth}`);
  const months = totals("month", nextMonth, sql``);
  return either(
    resultRows(sql`lead_contexts AS context`, sql`context.came_at >= ${since}`),
    sql`${resultRows(LEADS, firstDay)} UNION ALL ${days} UNION ALL ${months}`,
  );
}

/** Strangers can send many sources and campaigns, so a limit keeps the page readable. */
const MAX_ROWS = 1_000;

const RowSchema = v.object({
  source: v.string(),
  campaign: v.string(),
  ...v.entriesFromList(RESULTS, v.number()),
});
type Row = v.InferOutput<typeof RowSchema>;

export function readSources(
  db: Database,
  { names, starts: [since = ""] }: LatestDays,
) {
  return db.read(async (query): Promise<SourceResults> => {
    const records = await query`SELECT source, campaign, ${SUM_COLUMNS}
      FROM (${resultsSince(since)}) AS counted GROUP BY source, campaign
      ORDER BY leads DESC, source, campaign LIMIT ${MAX_ROWS}`;
    const rows = records.map((record) => parseRecord(RowSchema, record));
    return { days: names.length, sources: groupBySource(rows) };
  });
}

function groupBySource(rows: readonly Row[]): SourceResults["sources"] {
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

function totalsOf(rows: readonly Row[]): Results {
  const total = (name: keyof Results) =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return {
    leads: total("leads"),
    calls: total("calls"),
    won: total("won"),
    lost: total("lost"),
  };
}

const USUAL_DAYS = 90;

export function registerSources(
  app: FastifyInstance,
  store: Database,
  { timeZone, now }: Clock,
) {
  app.get(INBOX.sources, async (request, reply) => {
    const requested = readQuery(request).get("days");
    const days = SPANS.find((span) => String(span) === requested) ?? USUAL_DAYS;
    const sources = await readSources(store, latestDays(days, timeZone, now()));
    return reply.show("sources", { sources });
  });
}

/** The totals of the funnel, and the outcomes of the leads of each source. */
import * as v from "valibot";
import {
  isKnownSource,
  MAX_SOURCES,
  NAMED_FROM_VISITS,
  OTHER,
  sourceOf,
  SourceFiguresSchema,
  STEPS,
  sumOf,
} from "../../contract/funnel.ts";
import type { SourceFigures, Step } from "../../contract/funnel.ts";
import { COUNTS } from "../deliveries/conditions.ts";
import { type DatabaseRecord, type Query, text, LEADS } from "../store/query.ts";
import { among, joined, raw, sql } from "../store/sql.ts";
import { changes, finds, type Database } from "../store/database.ts";

const perStep = (write: (step: Step) => string) => raw(STEPS.map(write).join(", "));

const COLUMNS = perStep((step) => step);
const SUMMED = sql`ON CONFLICT (day, source) DO UPDATE SET
  ${perStep((step) => `${step} = funnel_totals.${step} + excluded.${step}`)}`;

/** Anybody can send any value as the source of a visit; only text is a name. */
const NAME = v.fallback(v.string(), OTHER);

export interface NewSteps {
  day: string;
  sources: readonly SourceFigures[];
}

/** Beyond {@link MAX_SOURCES} in a day the rest counts as one, except known sources and those of earlier days. */
export function addSteps(db: Database, { day, sources }: NewSteps) {
  return changes(db, async (query) => {
    const sourcesOf = (rows: readonly DatabaseRecord[]) => new Set(rows.map((row) => text(row, "source")));
    const known = sourcesOf(await query`SELECT source FROM funnel_totals WHERE day = ${day}`);
    const isFull = known.size + sources.length > MAX_SOURCES;
    // Sources that had visits on several earlier days, the most frequent first.
    const frequent = sql`SELECT source FROM funnel_totals WHERE day < ${day}
    GROUP BY source HAVING count(*) > 1 ORDER BY sum(visits) DESC, source LIMIT ${MAX_SOURCES}`;
    const seen = isFull ? sourcesOf(await query`${frequent}`) : known;
    let others = known.size;
    const counted = sources.map((row) => {
      const { source } = row;
      if (known.has(source) || isKnownSource(source) || seen.has(source)) return row;
      return others++ < MAX_SOURCES ? row : { ...row, source: OTHER };
    });
    // Always in the same order, so that two processes cannot deadlock.
    for (const { source, ...steps } of bySource(counted).toSorted((a, b) => (a.source < b.source ? -1 : 1))) {
      const counts = STEPS.map((step) => sql`${steps[step]}`);
      await query`INSERT INTO funnel_totals (day, source, ${COLUMNS})
      VALUES (${day}, ${source}, ${joined(counts, ", ")}) ${SUMMED}`;
    }
    return null;
  });
}

/** Names that few visits had could be a person's: they count as one. */
export async function foldRareSources(query: Query): Promise<void> {
  const rare = await query`SELECT source FROM funnel_totals
    GROUP BY source HAVING sum(visits) < ${NAMED_FROM_VISITS} ORDER BY source`;
  const names = rare
    .map((record) => text(record, "source"))
    .filter((source) => source !== OTHER && !isKnownSource(source));
  if (names.length === 0) return;
  await query`INSERT INTO funnel_totals (day, source, ${COLUMNS})
    SELECT day, ${OTHER}, ${perStep((step) => `sum(${step})`)}
      FROM funnel_totals WHERE source ${among(names)} GROUP BY day ORDER BY day ${SUMMED}`;
  await query`DELETE FROM funnel_totals WHERE source ${among(names)}`;
}

export function readFunnel(db: Database, { firstDay, since }: { firstDay: string; since: string }) {
  return finds(db, async (query) => {
    const totals = await query`SELECT source,
      ${perStep((step) => `CAST(sum(${step}) AS double precision) AS ${step}`)}
    FROM funnel_totals WHERE day >= ${firstDay} GROUP BY source`;
    const became = await query`SELECT context.came_from AS source, count(*) AS leads,
      count(*) FILTER (WHERE context.outcome IN ('booked', 'won') OR EXISTS (
        SELECT 1 FROM bookings WHERE lead_id = lead.id AND state <> 'cancelled')) AS booked,
      count(*) FILTER (WHERE context.outcome = 'won') AS won
    FROM ${LEADS} WHERE lead.created_at >= ${since} AND context.source <> 'test' AND ${COUNTS} GROUP BY 1`;
    const rows = [...totals, ...became].map((record) =>
      v.parse(SourceFiguresSchema, { ...record, source: sourceOf(v.parse(NAME, record["source"])) }),
    );
    const ranked = bySource(rows).toSorted((a, b) => b.visits - a.visits || b.leads - a.leads);
    const shown = ranked.map((figures, rank) =>
      rank < MAX_SOURCES || isKnownSource(figures.source) ? figures : { ...figures, source: OTHER },
    );
    return bySource(shown);
  });
}

function bySource(rows: readonly SourceFigures[]): SourceFigures[] {
  const groups = Map.groupBy(rows, ({ source }) => source);
  return Array.from(groups, ([source, some]) => sumOf(source, some));
}

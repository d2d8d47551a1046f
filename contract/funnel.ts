/** Steps of a visit, counted per day and source: totals only, nothing that could identify a person. */
import * as v from "valibot";

/** A visit is a tab with all that are opened from it. Steps count once per visit; the server counts `sent` for each lead. */
export const STEPS = ["visits", "begun", "sent", "failed", "scheduler", "demo"] as const;
export type Step = (typeof STEPS)[number];

/** The steps, and the results of leads: `leads` are neither spam nor suspected, `booked` are booked or won. */
export const FIGURES = [...STEPS, "leads", "booked", "won"] as const;

const figures = v.entriesFromList(FIGURES, v.optional(v.number(), 0));
export const SourceFiguresSchema = v.object({ source: v.string(), ...figures });
export type SourceFigures = v.InferOutput<typeof SourceFiguresSchema>;

export const FunnelSchema = v.object({ days: v.number(), sources: v.array(SourceFiguresSchema) });
export type Funnel = v.InferOutput<typeof FunnelSchema>;

export const SPANS = [7, 30, 90] as const;

export function sumOf(source: string, rows: readonly SourceFigures[]): SourceFigures {
  const sum = v.parse(SourceFiguresSchema, { source });
  for (const row of rows) for (const name of FIGURES) sum[name] += row[name];
  return sum;
}

/** Sources counted by name, per day and in an answer; the rest are {@link OTHER}. */
export const MAX_SOURCES = 100;
export const OTHER = "other";
/** Visits before an unknown name is stored; otherwise a personal link would name that person forever. */
export const NAMED_FROM_VISITS = 5;

const KNOWN =
  /^(?:(?:\w{1,3}\.)?(google|bing|duckduckgo|yahoo|facebook|instagram|tiktok|linkedin|twitter|youtube|reddit|pinterest|yelp|nextdoor|thumbtack|angi|chatgpt)(?:\.com)?|direct|phone|newsletter|email|google ads|microsoft ads|t\.co|x\.com|x)$/;

/** Whether a source is well known; a known source keeps its name however many others come. */
export function isKnownSource(name: string): boolean {
  return KNOWN.test(name);
}

/** The name that a source is counted under: one for all hosts of a site, never an address, a number or a person's id. */
export function sourceOf(from: string): string {
  const name = KNOWN.exec(from)?.[1] ?? from.replace(/^www\./, "");
  return /^[\p{L}\p{N}][\p{L}\p{N} .:_-]{0,39}$/u.test(name) && (name.match(/\d/g) ?? []).length < 7
    ? name
    : OTHER;
}

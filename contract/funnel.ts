/** The steps that visits are counted at, for each day and source: totals, and nothing that could be a person. */
import * as v from "valibot";

/** `visits` are tabs; every other step counts once in a visit, but for `sent`, which the server counts where it takes a lead. */
export const STEPS = ["visits", "begun", "sent", "failed", "scheduler", "demo"] as const;
export type Step = (typeof STEPS)[number];

/** What the steps lead to: leads in earnest that are kept; those that were booked, and perhaps won; those that were won. */
export const FIGURES = [...STEPS, "leads", "booked", "won"] as const;
export type Figures = Record<(typeof FIGURES)[number], number>;

const SourceFiguresSchema = v.object({ source: v.string(), ...v.entriesFromList(FIGURES, v.number()) });
export type SourceFigures = v.InferOutput<typeof SourceFiguresSchema>;

export const FunnelSchema = v.object({
  /** The latest days, today included. */
  days: v.number(),
  /** Those with the most visits first. */
  sources: v.array(SourceFiguresSchema),
});
export type Funnel = v.InferOutput<typeof FunnelSchema>;

/** Of so many latest days an inbox page tells. */
export const SPANS = [7, 30, 90] as const;

export function eachFigure(of: (name: keyof Figures) => number): Figures {
  const [visits, begun, sent, failed] = [of("visits"), of("begun"), of("sent"), of("failed")];
  const [scheduler, demo, leads] = [of("scheduler"), of("demo"), of("leads")];
  return { visits, begun, sent, failed, scheduler, demo, leads, booked: of("booked"), won: of("won") };
}

export function sumOf(all: readonly Figures[]): Figures {
  return eachFigure((name) => all.reduce((sum, figures) => sum + figures[name], 0));
}

/** As many are told apart in a day, and in an answer; the rest is {@link OTHER}. */
export const MAX_SOURCES = 100;
export const OTHER = "other";

/** What is counted of where a visit came from: a name, never what could be an address, a number or an id of a person. */
export function sourceOf(from: string): string {
  return /^(?!(?:.*\d){7})[\p{L}\p{N}][\p{L}\p{N} .:_-]{0,39}$/u.test(from) ? from : OTHER;
}

/** Where a page sends a step, and then what it knows of the visit, with blanks between. */
export const STEPS_PATH = "/steps";

/** A page that counts nothing. */
export function withoutSteps(html: string): string {
  return html.replace(` data-steps="${STEPS_PATH}"`, "");
}

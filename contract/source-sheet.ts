/** *Sources* as CSV: a line for each source, and one for each of its campaigns. */
import type { InboxRenderer } from "./inbox.ts";
import { csvLine } from "./lead-sheet.ts";
import { cellSeparator } from "./locale/locale.ts";
import { RESULTS, type Results } from "./leads-admin.ts";
import { sourceName, type SourceNames } from "./source.ts";

interface SourceSheetContent {
  locale: string;
  inbox: { sources: { source: string; campaign: string; results: Record<keyof Results, string> } };
  leadContent: { sources: SourceNames };
}

export function createSourceSheet({
  locale,
  inbox,
  leadContent,
}: SourceSheetContent): InboxRenderer["sourceSheet"] {
  const { source, campaign, results } = inbox.sources;
  const separator = cellSeparator(locale);
  const line = (name: string, of: string, figures: Results) =>
    csvLine([name, of, ...RESULTS.map((result) => String(figures[result]))], separator);
  return ({ sources }) => {
    const lines = sources.flatMap(({ source: key, campaigns, ...all }) => {
      const name = sourceName(key, leadContent.sources);
      return [line(name, "", all), ...campaigns.map(({ campaign: of, ...some }) => line(name, of, some))];
    });
    // The byte order mark is for spreadsheets that otherwise guess the encoding.
    return `\uFEFF${csvLine([source, campaign, ...RESULTS.map((name) => results[name])], separator)}${lines.join("")}`;
  };
}

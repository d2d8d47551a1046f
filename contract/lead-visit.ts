/** The visit that led to a lead: its source, and the consent note. Never trusted: anybody can send anything. */
import * as v from "valibot";
import { OTHER } from "./funnel.ts";

/** Parameters of advertisements' links, and those that search engines and ad networks add. */
export const CAMPAIGN =
  "utm_source utm_medium utm_campaign utm_term utm_content gclid gbraid wbraid msclkid fbclid ttclid li_fat_id".split(
    " ",
  );

/** The source of a visit that nothing is known about, as it is stored. */
export const DIRECT = "direct";
export type SourceNames = Record<typeof DIRECT | typeof OTHER, string>;

/** How a reader knows a source. */
export function sourceName(source: string, names: SourceNames): string {
  return source === DIRECT || source === OTHER ? names[source] : source;
}

const text = v.string();

export const VisitSchema = v.object({
  /** One word: the campaign's `utm_source`, else the network of a click id, else the referring host, else {@link DIRECT}. */
  from: text,
  /** The path of the first page; undefined when only the form's page is known. */
  page: v.optional(text),
  referrer: v.optional(text),
  /** Parameters of {@link CAMPAIGN} in the first page's address. */
  campaign: v.record(text, text),
  /** The consent note that the page showed; without its text when a page of another version showed it. */
  consent: v.optional(v.object({ version: text, text: v.optional(text) })),
});
export type Visit = v.InferOutput<typeof VisitSchema>;

export function describeVisit({ from, page, referrer, campaign }: Visit, names: SourceNames): string {
  const parameters = Object.entries(campaign).map(([name, value]) => `${name}=${value}`);
  return [sourceName(from, names), referrer === from ? undefined : referrer, page, ...parameters]
    .filter((part) => part !== undefined)
    .join(" \u00b7 ");
}

/** A version of a note: the hash of its text (FNV-1a, 32 bits). */
export function versionOf(note: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(note)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/**
 * The visit that led to a lead. A browser's
 * data about the visit is not trustworthy.
 */

import * as v from "valibot";
import { maybeText } from "../texts.ts";
import {
  sourceKey,
  sourceName,
  sourceOfName,
  type SourceNames,
} from "./source.ts";

export const VisitSchema = v.object({
  /** A source of contract/lead/source.ts. */
  from: v.string(),
  paid: v.optional(v.boolean()),
  /**
   * The path of the first page. Without a
   * script, it is the path of the form's page.
   */
  page: maybeText,
  referrer: maybeText,
  campaign: v.record(v.string(), v.string()),
  /**
   * The note that the page showed. `text` is missing
   * if the site knows no note of this version.
   */
  consent: v.optional(v.object({ version: v.string(), text: maybeText })),
});
export type Visit = v.InferOutput<typeof VisitSchema>;

/**
 * The campaign for which a visit counts; empty if the visit names no campaign.
 */
export function campaignName({ campaign }: Pick<Visit, "campaign">): string {
  return (
    campaign["utm_campaign"] ??
    campaign["utm_id"] ??
    campaign["gad_campaignid"] ??
    ""
  );
}

export function describeVisit(visit: Visit, names: SourceNames): string {
  const { from, page, referrer, campaign } = visit;
  const parameters = Object.entries(campaign).map(
    ([name, value]) => `${name}=${value}`,
  );
  const isSource = sourceOfName(referrer) === from;
  const source = sourceName(sourceKey(visit), names);
  const parts = [source, isSource ? undefined : referrer, page, ...parameters];
  return parts.filter(Boolean).join(" \u00b7 ");
}

/** A note's version is the hash of its text (FNV-1a, 32 bits). */
export function consentVersionOf(note: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(note))
    hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

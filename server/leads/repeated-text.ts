/**
 * One text under many names, as spam is sent. What is kept of a text is its hash and who sent it, in memory alone: a
 * restart forgets it, and so does a day.
 */
import { createHash } from "node:crypto";
import type { LeadFields } from "../../contract/lead.ts";

/** Characters. Two visitors may well say "missed calls". */
const LEAST_LENGTH = 80;
/** Whoever sends a text twice, or for a colleague, is no machine. */
const MOST_SENDERS = 2;
const MAX_TEXTS = 1000;
const KEPT_MS = 24 * 60 * 60 * 1000;

/** @param now milliseconds since 1970 @returns whether others have sent what a lead says; it is remembered */
export function createRepeatedText(now: () => number): (lead: LeadFields) => boolean {
  const texts = new Map<string, { since: number; senders: Set<string> }>();

  return ({ problems, additional_info, email }) => {
    const text = `${problems} ${additional_info}`.toLowerCase().replaceAll(/\s+/gu, " ");
    if (text.length < LEAST_LENGTH) return false;
    const hash = createHash("sha256").update(text).digest("base64");
    const known = texts.get(hash);
    const kept =
      known && known.since > now() - KEPT_MS ? known : { since: now(), senders: new Set<string>() };
    if (kept.senders.size <= MOST_SENDERS) kept.senders.add(email.toLowerCase());
    texts.delete(hash);
    texts.set(hash, kept);
    const [oldest] = texts.keys();
    if (texts.size > MAX_TEXTS && oldest !== undefined) texts.delete(oldest);
    return kept.senders.size > MOST_SENDERS;
  };
}

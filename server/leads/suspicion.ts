/** Finds what people do not do in a form. A person decides about it. */

import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { DAY_MS } from "../../contract/durations.ts";
import {
  HONEYPOT_FILLED,
  HONEYPOT_HEADER,
} from "../../contract/http/rest-api.ts";
import { SPAM_SIGNALS, type SpamSignal } from "../../contract/inbox/outcome.ts";
import { Latest } from "../../contract/latest.ts";
import type { LeadFields } from "../../contract/lead/lead.ts";

/**
 * Finds each address exactly once, even if it has both `https://` and `www.`.
 */
const LINK = /(?:https?:\/\/(?:www\.)?|\bwww\.)([^\s"'<>()[\],;]*)/gi;

/**
 * Code for a link, in HTML or in a forum. It stops at the next bracket, so that
 * a text with many opening brackets is read only once. `[url]` alone is no
 * code: templates have it in place of a link.
 */
const LINK_CODE = /<a\s[^<>]*href[^<>]*|\[(?:url|link)[=\]][^\s[]*/gi;

/** @param headers of a request that a form's script sent */
export const isHoneypotFilled = (headers: IncomingHttpHeaders): boolean =>
  String(headers[HONEYPOT_HEADER]).split(" ").includes(HONEYPOT_FILLED);

/**
 * @param isRepeated whether two other businesses sent this text
 * @param isFlood whether the sender's
 * network has sent more leads than people do
 */
export function suspicionOf(
  lead: LeadFields,
  isRepeated: boolean,
  isUnseenFilled = false,
  isFlood = false,
): SpamSignal[] {
  const isGiven: Record<SpamSignal, boolean> = {
    unseen: isUnseenFilled,
    markup: hasLinkCode(lead),
    linkInName: hasForeignLink(lead.name, lead),
    repeated: isRepeated,
    rate: isFlood,
  };
  return SPAM_SIGNALS.filter((signal) => isGiven[signal]);
}

function hasLinkCode(lead: LeadFields): boolean {
  const codes = Object.values(lead).join("\n").match(LINK_CODE) ?? [];
  return codes.some((code) => hasForeignLink(code, lead));
}

/**
 * Whether a text links to a site that is not the sender's
 * own. An own site, or page at another site, has the
 * mailbox's domain or a name of the sender in its address.
 */
function hasForeignLink(
  text: string,
  { name, email, company_name }: LeadFields,
): boolean {
  const [mailbox = "", domain = ""] = email.split("@");
  const names = [name.replace(LINK, ""), company_name, mailbox];
  const words = names.flatMap(wordsOf);
  const isOwn = (address: string): boolean => {
    const host = address.split(/[/?#:]/, 1).join("");
    return (
      `.${host}`.endsWith(`.${domain}`) ||
      words.some((word) => address.includes(word))
    );
  };
  const links = [...text.toLowerCase().matchAll(LINK)];
  return links.some(([, address = ""]) => !isOwn(address));
}

/**
 * The words of a name that are long enough to
 * mean it, and the name as one word: `a1air`.
 */
function wordsOf(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return [...words, words.join("")].filter(({ length }) => length > 3);
}

/**
 * Shorter texts are not compared: two visitors may well write "missed calls".
 */
const LEAST_LENGTH = 80;
/** A person may send a text for two businesses. */
const MOST_BUSINESSES = 2;
const MAX_TEXTS = 1000;

/**
 * Tells whether two other businesses sent a lead's text within a day. One
 * person's businesses count as one. So do companies whose names begin with the
 * same word, as a franchise's offices do.
 * @param now milliseconds since 1970
 */
export function createIsRepeated(now: () => number) {
  const texts = new Latest<{ since: number; senders: Map<string, string> }>(
    MAX_TEXTS,
  );

  /**
   * @param chips the words of the form's buttons,
   * which are no text of a visitor's own
   */
  return (
    { problems, additional_info, email, company_name }: LeadFields,
    chips: readonly string[] = [],
  ): boolean => {
    const typed = `${problems} ${additional_info}`;
    const text = chips
      .reduce((left, words) => left.replaceAll(words, ""), typed)
      .toLowerCase()
      .replaceAll(/\s+/gu, " ");
    if (text.length < LEAST_LENGTH) return false;
    const words = hash("sha256", text, "base64");
    const earlier = texts.use(words, () => ({
      since: now(),
      senders: new Map(),
    }));
    const { senders } = earlier;
    if (Math.abs(now() - earlier.since) >= DAY_MS) {
      earlier.since = now();
      senders.clear();
    }
    const [business = ""] = company_name.toLowerCase().split(/[^\p{L}\d]+/u, 1);
    const isKnown =
      senders.has(business) || [...senders.values()].includes(email);
    if (!isKnown && senders.size <= MOST_BUSINESSES)
      senders.set(business, email);
    return senders.size > MOST_BUSINESSES;
  };
}

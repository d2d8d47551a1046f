/**
 * Whether a lead looks like spam: from its words, from who else sent them, and from how the form was filled. It is stored
 * like any other and waits for a person, so a mistake costs nobody a lead; still it errs towards an honest visitor, who may
 * well name one web site, paste the words, or share an address with others.
 */
import type { LeadFields } from "../../contract/lead.ts";
import { SIGNS, WEAK_SIGNS, type Sign } from "../../contract/outcome.ts";

const LINK = /https?:\/\/|\bwww\./gi;

const MARKUP = /<a\s[^>]*href|\[(?:url|link)[=\]]/i;

/** What is offered to owners of sites, and asked of none of their visitors. */
const PHRASES =
  /\b(?:back ?links|guest post|domain authority|first page of google|rank(?:ing)? (?:on|in) google|casino|viagra|cialis|escorts?|porn\w*|forex|crypto(?:currency)? (?:invest\w*|profits?)|earn \$\d+|make money online|loan offer|hot singles)\b/gi;

/** What is known of how a form was filled. What is not known speaks against nobody. */
export interface Filling {
  /** Milliseconds from the first letter until it came here. */
  tookMs?: number | undefined;
  /** Whether the field that no person sees was filled. */
  unseen?: boolean;
  /** Whether its address has sent several lately. */
  often?: boolean;
}

/** To choose a service and write one word of a problem takes a hand longer, even where a browser fills in the rest. */
const SHORTEST_MS = 4_000;

/** @param repeated whether others have sent its text @returns the signs of spam, none where they are too weak. */
export function suspicionOf(
  lead: LeadFields,
  repeated: boolean,
  { tookMs = Infinity, unseen = false, often = false }: Filling = {},
): Sign[] {
  const names = `${lead.name}\n${lead.company_name}`;
  const texts = `${lead.problems}\n${lead.additional_info}`;
  const all = `${names}\n${texts}`;
  const found: Record<Sign, boolean> = {
    markup: MARKUP.test(all),
    linkInName: count(LINK, names) > 0,
    links: count(LINK, texts) > 2,
    phrases: count(PHRASES, all) > 1,
    gibberish: isGibberish(lead.problems) && isGibberish(lead.name),
    copied: lead.problems.length > 3 && lead.problems === lead.name && lead.problems === lead.company_name,
    repeated,
    unseen,
    fast: tookMs < SHORTEST_MS,
    rate: often,
  };
  const signs = SIGNS.filter((sign) => found[sign]);
  const scores = signs.map((sign) => (WEAK_SIGNS.some((weak) => weak === sign) ? 1 : 2));
  return scores.reduce((sum: number, score) => sum + score, 0) < 2 ? [] : signs;
}

function count(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** One word whose letters change between small and capital as nobody writes: `xKjHdPqWzR`. */
function isGibberish(text: string): boolean {
  return /^[A-Za-z]{8,}$/.test(text) && count(/[a-z][A-Z]/g, text) > 2;
}

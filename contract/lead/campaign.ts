/** Parameters of an address that name the advertisement from which a visitor came. */
import { lineOf } from "./typed-text.ts";

/**
 * Parameters that other sites add to their links. `source` is a key of source.ts. `isPaid` says
 * that only links of ads have the parameter.
 */
export const CLICK_IDS: Record<string, { source: string; isPaid: boolean }> = {
  gclid: { source: "google", isPaid: true },
  gbraid: { source: "google", isPaid: true },
  wbraid: { source: "google", isPaid: true },
  gad_source: { source: "google", isPaid: true },
  gad_campaignid: { source: "google", isPaid: true },
  dclid: { source: "google", isPaid: true },
  msclkid: { source: "bing", isPaid: true },
  ttclid: { source: "tiktok", isPaid: true },
  li_fat_id: { source: "linkedin", isPaid: true },
  twclid: { source: "x", isPaid: true },
  rdt_cid: { source: "reddit", isPaid: true },
  sccid: { source: "snapchat", isPaid: true },
  ndclid: { source: "nextdoor", isPaid: true },
  // Facebook adds this parameter to all links, not only to ads.
  fbclid: { source: "facebook", isPaid: false },
};

const CAMPAIGN_PARAMETERS: ReadonlySet<string> = new Set([
  ..."utm_source utm_medium utm_campaign utm_term utm_content utm_id".split(
    " ",
  ),
  ...Object.keys(CLICK_IDS),
]);

/** The site keeps at most this many code points of a visit's page, referrer or parameter. */
export const MAX_PART_LENGTH = 200;

/**
 * What programs send in place of a value: a placeholder that no network filled in, such as Meta's
 * `{{ad.name}}`, Google's `{keyword}`, TikTok's `__AID__`, Xandr's `${AD_ID}`, Google Ad Manager's
 * `%%SITE%%` and Mailchimp's `*|UNIQID|*`, or a word for no value.
 */
const NOTHING =
  /^(?:\$?\{.*\}|__.*__|%%.*%%|\*\|.*\|\*|\((?:not set|not provided|none)\)|null|undefined)$/i;

/** Values, keyed by the names of their parameters in lower case. */
export type Campaign = Record<string, string>;

/** Reads the query first, then the fragment, where some programs put the parameters. */
export function campaignOf({
  search,
  hash,
}: Pick<URL, "search" | "hash">): Campaign {
  const campaign: Campaign = {};
  // A fragment can be the id of an element with parameters after it: #contact?utm_source=x.
  for (const text of [search, hash.replace(/^#(?:[^?=&]*\?)?/, "")])
    for (const [name, value] of new URLSearchParams(text)) {
      // A link that was copied from markup has `&amp;` between its parameters.
      const parameter = name.trim().toLowerCase().replace(/^amp;/, "");
      if (
        !CAMPAIGN_PARAMETERS.has(parameter) ||
        campaign[parameter] !== undefined
      )
        continue;
      const clean = lineOf(value, MAX_PART_LENGTH);
      if (clean !== "" && !NOTHING.test(clean)) campaign[parameter] = clean;
    }
  return campaign;
}

/**
 * Parameters of an address that name the
 * advertisement from which a visitor came.
 */

import { lineOf } from "./typed-text.ts";

/**
 * Parameters that networks add to the links
 * of their ads, by the keys of source.ts.
 */
export const PAID_CLICK_IDS = {
  google: "gclid gbraid wbraid gad_source gad_campaignid dclid",
  bing: "msclkid",
  tiktok: "ttclid",
  linkedin: "li_fat_id",
  x: "twclid",
  reddit: "rdt_cid",
  snapchat: "sccid",
  nextdoor: "ndclid",
};
/** Facebook adds this parameter to all links, not only to ads. */
export const FACEBOOK_CLICK_ID = "fbclid";

const CAMPAIGN_PARAMETERS: readonly string[] = [
  "utm_source utm_medium utm_campaign utm_term utm_content utm_id",
  ...Object.values(PAID_CLICK_IDS),
  FACEBOOK_CLICK_ID,
].flatMap((names) => names.split(" "));

/**
 * The site keeps at most this many code points
 * of a visit's page, referrer or parameter.
 */
export const MAX_PART_LENGTH = 200;

/**
 * What programs send in place of a value: a placeholder that no network filled
 * in, such as Meta's `{{ad.name}}`, Google's `{keyword}`, TikTok's `__AID__`,
 * Xandr's `${AD_ID}`, Google Ad Manager's `%%SITE%%` and Mailchimp's
 * `*|UNIQID|*`, a word for no value, or nothing.
 */
const NOTHING =
  /^(?:\$?\{.*\}|__.*__|%%.*%%|\*\|.*\|\*|\((?:not set|not provided|none|direct)\)|n\/a|null|undefined|)$/i;

/** Values, keyed by the names of their parameters in lower case. */
export type Campaign = Record<string, string>;

/**
 * Reads the query first, then the fragment,
 * where some programs put the parameters.
 */
export function campaignOf({ search, hash }: URL): Campaign {
  const campaign: Campaign = {};
  for (const text of [search, hash.slice(1)])
    // A campaign that was added to an address with a query
    // may begin with a second `?`, and one in a fragment may
    // follow the id of an element: #contact?utm_source=x.
    // Some programs write `;`, or encode the signs, too.
    for (const [name, value] of new URLSearchParams(
      text
        .replace(/\?|(?:;|%26)(?=utm_)/gi, "&")
        .replace(/(utm_[a-z]+)%3D/gi, "$1="),
    )) {
      // A link that was copied from markup has `&amp;` between its parameters.
      const parameter = name.trim().toLowerCase().replace(/^amp;/, "");
      if (!CAMPAIGN_PARAMETERS.includes(parameter)) continue;
      const clean = lineOf(value, MAX_PART_LENGTH);
      if (!NOTHING.test(clean)) campaign[parameter] ??= clean;
    }
  return campaign;
}

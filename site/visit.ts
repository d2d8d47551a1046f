/** Tells the agency where a visit began (docs/decisions/form.md). */

import { campaignOf, MAX_PART_LENGTH } from "../contract/lead/campaign.ts";
import { keepItem, readItem } from "./tab-storage.ts";

export const VISIT_ITEM = "visit";

/** The page sends the address in a header, whose length is limited. */
const MAX_ADDRESS_LENGTH = 3000;

export function beginVisit(): void {
  keepItem(VISIT_ITEM, visit());
}

/**
 * The first page of the visit, a blank, and the page that led to the first
 * page. An address with another campaign begins another visit in the same tab.
 */
export function visit(): string {
  const kept = readItem(VISIT_ITEM);
  const [firstPage] = kept.split(" ");
  return kept && isSameVisit(firstPage) ? kept : assumedVisit();
}

/**
 * If our own page opened this tab, the visit
 * began on that page, whose referrer is unknown.
 */
function assumedVisit(): string {
  const { referrer } = document;
  const isOwn = referrer.startsWith(`${location.origin}/`);
  if (isOwn && isSameVisit(referrer)) return `${withCampaignOnly(referrer)} `;
  // The server takes the host alone, and no page of this site.
  const from = referrer.slice(0, MAX_PART_LENGTH);
  return `${withCampaignOnly(location.href)} ${from}`;
}

/** Whether this page's address names no campaign but the earlier page's. */
function isSameVisit(earlier = ""): boolean {
  const here = campaignIn(location.href);
  return here === "" || here === campaignIn(earlier);
}

const campaignIn = (address: string): string =>
  new URLSearchParams(campaignOf(new URL(address))).toString();

function withCampaignOnly(address: string): string {
  const url = new URL(address);
  const campaign = campaignIn(address);
  const page = url.origin + url.pathname;
  return (page + (campaign && `?${campaign}`)).slice(0, MAX_ADDRESS_LENGTH);
}

/** Tells the agency where a visit began (docs/decisions/form.md). */
import { campaignOf, MAX_PART_LENGTH } from "../contract/lead/campaign.ts";
import { keepItem, readItem } from "./tab-storage.ts";

export const VISIT_ITEM = "visit";

/** The page sends the address in a header, whose length is limited. */
const MAX_ADDRESS_LENGTH = 3000;

export function beginVisit(): void {
  keepItem(VISIT_ITEM, visit());
}

/** The first page of the visit, a blank, and the page that led to the first page. */
export const visit = (): string => readItem(VISIT_ITEM) ?? assumedVisit();

/** If our own page opened this tab, the visit began on that page, whose referrer is unknown. */
function assumedVisit(): string {
  const { referrer } = document;
  if (referrer.startsWith(`${location.origin}/`))
    return `${withCampaignOnly(referrer)} `;
  return `${withCampaignOnly(location.href)} ${referrer.slice(0, MAX_PART_LENGTH)}`;
}

function withCampaignOnly(address: string): string {
  const url = new URL(address);
  const campaign = new URLSearchParams(campaignOf(url)).toString();
  const page = url.origin + url.pathname.slice(0, MAX_PART_LENGTH);
  return (page + (campaign && `?${campaign}`)).slice(0, MAX_ADDRESS_LENGTH);
}

/** Tells the agency where a visit began (docs/decisions/form.md). */
import { attempt } from "../contract/attempt.ts";
import { campaignOf, MAX_PART_LENGTH } from "../contract/campaign.ts";
import { keepItem, readItem } from "./tab-storage.ts";

export const VISIT_ITEM = "visit";

/** The page sends the address in a header, whose length is limited. */
const MAX_ADDRESS_LENGTH = 3000;

/** A question of a tab that `page` opened, or, with the visit, the answer of a tab that shows it. */
interface Message {
  page: string;
  visit?: string;
}

/** The browser copies no visit into a tab that Ctrl or the middle button opened, so the tab asks. */
export function beginVisit(): void {
  const { referrer } = document;
  let isAsking = readItem(VISIT_ITEM) === undefined && isOurs(referrer);
  keepItem(VISIT_ITEM, visit());
  // Old browsers lack it.
  const tabs = attempt(() => new BroadcastChannel(VISIT_ITEM));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  const send = (message: Message) => tabs?.postMessage(message);
  tabs?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.visit === undefined) {
      if (data.page === location.href.replace(/#.*/s, "")) send({ ...data, visit: visit() });
    } else if (isAsking && data.page === referrer) {
      isAsking = false;
      keepItem(VISIT_ITEM, data.visit);
    }
  });
  if (isAsking) send({ page: referrer });
}

/** The first page of the visit, a blank, and the page that led to the first page. */
export const visit = (): string => readItem(VISIT_ITEM) ?? assumedVisit();

const isOurs = (address: string): boolean => address.startsWith(`${location.origin}/`);

/** If our own page opened this tab, the visit began on that page, whose referrer is unknown. */
function assumedVisit(): string {
  const { referrer } = document;
  if (isOurs(referrer)) return `${withCampaignOnly(referrer)} `;
  return `${withCampaignOnly(location.href)} ${referrer.slice(0, MAX_PART_LENGTH)}`;
}

function withCampaignOnly(address: string): string {
  const url = new URL(address);
  const campaign = new URLSearchParams(campaignOf(url)).toString();
  const page = url.origin + url.pathname.slice(0, MAX_PART_LENGTH);
  return (page + (campaign && `?${campaign}`)).slice(0, MAX_ADDRESS_LENGTH);
}

/** A tab shares its visit with the tabs that are opened from its pages (docs/decisions/form.md). */
import { attempt } from "../contract/attempt.ts";
import { campaignOf } from "../contract/campaign.ts";
import { keepItem, readItem } from "./tab-storage.ts";

export const VISIT_ITEM = "visit";

/** The message of a tab that was opened from a page, and the answer of that page's tab. */
interface Message {
  /** The page's address without its fragment, as a referrer has it. */
  page: string;
  /** Only the answer has it. */
  visit?: string;
}

const MAX_PART_LENGTH = 200;
/** The address becomes a header. */
const MAX_ADDRESS_LENGTH = 3000;

export function beginVisit(): void {
  const tabs = shareVisit();
  if (readItem(VISIT_ITEM) !== undefined) return;
  const assumed = assumedVisit();
  keepItem(VISIT_ITEM, assumed);
  if (!isFromOurPage()) return;
  const { referrer } = document;
  tabs?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.page !== referrer || data.visit === undefined) return;
    // Several tabs may show that page: the first answer counts.
    if (readItem(VISIT_ITEM) === assumed) keepItem(VISIT_ITEM, data.visit);
  });
  sendMessage(tabs, { page: referrer });
}

/** The first page of the visit and its referrer, separated by a blank. */
export const visit = (): string => readItem(VISIT_ITEM) ?? assumedVisit();

function assumedVisit(): string {
  const { referrer } = document;
  if (isFromOurPage()) return `${withCampaignOnly(referrer)} `;
  return `${withCampaignOnly(location.href)} ${referrer.slice(0, MAX_PART_LENGTH)}`;
}

function withCampaignOnly(address: string): string {
  const url = new URL(address);
  const campaign = new URLSearchParams(campaignOf(url)).toString();
  const page = url.origin + url.pathname.slice(0, MAX_PART_LENGTH);
  return (page + (campaign && `?${campaign}`)).slice(0, MAX_ADDRESS_LENGTH);
}

const isFromOurPage = (): boolean => document.referrer.startsWith(`${location.origin}/`);

/** Answers tabs opened from this page. @returns undefined in old browsers */
function shareVisit(): BroadcastChannel | undefined {
  const tabs = attempt(() => new BroadcastChannel(VISIT_ITEM));
  tabs?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    const page = location.href.replace(/#.*/s, "");
    if (data.visit === undefined && data.page === page) sendMessage(tabs, { page, visit: visit() });
  });
  return tabs;
}

function sendMessage(tabs: BroadcastChannel | undefined, message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  tabs?.postMessage(message);
}

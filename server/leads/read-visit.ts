/**
 * Reads a browser's description of its visit. Keeps
 * only known parts of the address, shortened.
 */

import { campaignOf, MAX_PART_LENGTH } from "../../contract/lead/campaign.ts";
import type { Visit } from "../../contract/lead/lead-visit.ts";
import { sourceOf } from "../../contract/lead/source.ts";
import { lineOf } from "../../contract/lead/typed-text.ts";

export interface SeenVisit {
  consent?: string | undefined;
  page?: string | undefined;
  referrer?: string | undefined;
}

/**
 * @returns the visit, with the version of the
 * consent note, but without the text of the note
 */
export function readVisit(seen: SeenVisit): Visit {
  const page = urlOf(seen.page);
  const host = urlOf(seen.referrer)?.host;
  const isOwn = host === page?.host;
  const referrer = isOwn ? undefined : host && lineOf(host, MAX_PART_LENGTH);
  const campaign = page ? campaignOf(page) : {};
  const { consent: version = "" } = seen;
  return {
    ...sourceOf(campaign, referrer),
    page: page && lineOf(page.pathname, MAX_PART_LENGTH),
    referrer,
    campaign,
    ...(/^[0-9a-f]{8}$/.test(version) && { consent: { version } }),
  };
}

export function parseVisitHeader(header: string | string[] = ""): SeenVisit {
  const [consent, page, referrer] = String(header).split(" ");
  return { consent, page, referrer };
}

function urlOf(address = ""): URL | undefined {
  const url = URL.parse(address);
  return url?.host ? url : undefined;
}

/** Reads a browser's description of its visit: limited in length, and only known parts of the address. */
import { CAMPAIGN, DIRECT, versionOf, type Visit } from "../../contract/lead-visit.ts";

/** Unchecked, as it arrived. */
export interface SeenVisit {
  consent?: string | undefined;
  page?: string | undefined;
  referrer?: string | undefined;
}

const MAX_LENGTH = 200;

/** The part of an address that is read, in characters; advertisements use fewer. */
const MAX_ADDRESS_LENGTH = 2_048;

/** Click ids and their networks. */
const NETWORKS = [
  [/^(?:gclid|gbraid|wbraid)$/, "google ads"],
  [/^msclkid$/, "microsoft ads"],
  [/^fbclid$/, "facebook"],
  [/^ttclid$/, "tiktok"],
  [/^li_fat_id$/, "linkedin"],
] as const;

/** @param note the consent note that the pages of this build show */
export function readVisit(seen: SeenVisit, note: string): Visit {
  const page = urlOf(seen.page);
  const host = urlOf(seen.referrer)?.host;
  const referrer = host === undefined || host === page?.host ? undefined : bounded(host);
  const campaign: Record<string, string> = {};
  for (const name of CAMPAIGN) {
    const value = bounded(page?.searchParams.get(name) ?? "");
    if (value !== "") campaign[name] = value;
  }
  const network = NETWORKS.find(([ids]) => Object.keys(campaign).some((name) => ids.test(name)))?.[1];
  const { consent: version = "" } = seen;
  return {
    from: campaign["utm_source"]?.toLowerCase() ?? network ?? referrer ?? DIRECT,
    ...(page && { page: bounded(page.pathname) }),
    ...(referrer !== undefined && { referrer }),
    campaign,
    ...(/^[0-9a-f]{8}$/.test(version) && {
      consent: version === versionOf(note) ? { version, text: note } : { version },
    }),
  };
}

export function seenInHeader(header: string | string[] = ""): SeenVisit {
  const [consent, page, referrer] = String(header).split(" ");
  return { consent, page, referrer };
}

function urlOf(address = ""): URL | undefined {
  const url = URL.parse(address.slice(0, MAX_ADDRESS_LENGTH));
  return url !== null && url.host !== "" ? url : undefined;
}

function bounded(value: string): string {
  const readable = value.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return Array.from(readable).slice(0, MAX_LENGTH).join("");
}

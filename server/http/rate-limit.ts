/** How many leads may come in a minute: from one address, from the network that it is in, and from everybody. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { createTokenBuckets } from "./token-buckets.ts";

/** How many leads may come in a minute (0: any number). */
export interface RateLimit {
  /** From one address. */
  perMinute: number;
  /** From all addresses together. */
  totalPerMinute: number;
  /** Whether this machine itself has an address that counts. */
  includeLoopback: boolean;
}

/** Why leads are not taken now. `retryAfter` is in seconds. */
export type Refusal =
  | { kind: "address" | "everybody"; retryAfter: number }
  /** No waiting helps: a minute has room for fewer. */
  | { kind: "too-many" };

/**
 * Takes a token for each lead of a request, or none at all.
 *
 * @param leads one, unless it is said
 * @returns undefined when they were taken.
 */
export type TakeTokens = (address: string, leads?: number) => Refusal | undefined;

/** A provider gives a customer up to a /48 of IPv6, 65,536 homes; together they send no more than this many. */
const HOMES_PER_SITE = 10;

/** Of what pages tell and ask by themselves. Beyond it nothing is counted and no time is known, which harms nobody. */
export const FROM_PAGES = { perMinute: 60, totalPerMinute: 6_000 };

/** @param now the time in milliseconds. */
export function createRateLimit(limit: RateLimit, now: () => number): TakeTokens {
  const homes = createTokenBuckets(limit.perMinute, now);
  const sites = createTokenBuckets(limit.perMinute * HOMES_PER_SITE, now);
  const everybody = createTokenBuckets(limit.totalPerMinute, now);

  return (address, leads = 1) => {
    const { home, site, isLoopback } = networksOf(address);
    const isCounted = limit.includeLoopback || !isLoopback;
    const ofAddress = isCounted
      ? Math.max(homes.wait(home, leads), site === undefined ? 0 : sites.wait(site, leads))
      : 0;
    const ofEverybody = everybody.wait("", leads);
    const wait = Math.max(ofAddress, ofEverybody);
    if (wait === Infinity) return { kind: "too-many" };
    if (wait > 0) {
      return { kind: ofAddress > 0 ? "address" : "everybody", retryAfter: Math.ceil(wait / 1000) };
    }
    if (isCounted) {
      homes.take(home, leads);
      if (site !== undefined) sites.take(site, leads);
    }
    everybody.take("", leads);
    return undefined;
  };
}

/** One home has one IPv4 address or a whole /64 of IPv6. What is no address at all shares one bucket. */
export function networksOf(address: string): { home: string; site?: string; isLoopback: boolean } {
  const version = isIP(address);
  if (version === 4) return { home: address, isLoopback: address.startsWith("127.") };
  // Node lets anything be the zone of an address, as in `::1%x::`.
  if (version === 0 || !ipaddr.isValid(address)) return { home: "", isLoopback: false };
  const parsed = ipaddr.process(address);
  const isLoopback = parsed.range() === "loopback";
  if (!(parsed instanceof ipaddr.IPv6)) return { home: parsed.toString(), isLoopback };
  const prefix = (bits: number) => parsed.parts.slice(0, bits / 16).join(":");
  return { home: prefix(64), site: prefix(48), isLoopback };
}

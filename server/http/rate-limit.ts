/**
 * Rate limits of homes (an IPv4 address, a /64 of IPv6), senders (a /48), networks (/24, /32), and all together. Of the
 * total per minute, one network may use a quarter, and one sender an eighth. Senders seen in the last hour share one half,
 * so the other half stays free for new ones.
 */
import { isIP } from "node:net";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import ipaddr from "ipaddr.js";

/** About a megabyte. Beyond this number, the keys that were idle longest start again with a full bucket. */
const MAX_KEYS = 10_000;

/** A token bucket, stored as one number: the time at which it will be full again. @param size 0: any number @param now monotonic milliseconds @param period ms */
export function createTokenBuckets(size: number, now: () => number, period = MINUTE_MS) {
  const fullAt = new Map<string, number>();
  const refill = Math.ceil(period / size);
  const capacity = refill * size;

  function full(key: string, time: number): number {
    const known = fullAt.get(key) ?? 0;
    return Math.min(Math.max(known, time), time + capacity);
  }

  return {
    at: (key: string) => ({
      /** Milliseconds until the bucket has this many tokens: 0 if it has, Infinity if it never can. */
      wait(tokens: number): number {
        if (size === 0) return 0;
        if (tokens > size) return Infinity;
        const time = now();
        // The times are subtracted first: a clock has fractions, and a full bucket must count as exactly one.
        return Math.max(0, full(key, time) - time + tokens * refill - capacity);
      },
      /** Takes tokens even if there are too few; a negative number puts them back. */
      take(tokens: number): void {
        if (size === 0) return;
        const next = full(key, now()) + tokens * refill;
        // Deleting first keeps the map in the order of last use.
        fullAt.delete(key);
        fullAt.set(key, next);
        if (fullAt.size > MAX_KEYS) fullAt.delete(fullAt.keys().next().value ?? "");
      },
    }),
  };
}

/** How many leads may come in a minute (0: any number). */
export interface RateLimit {
  perMinute: number;
  totalPerMinute: number;
  includeLoopback: boolean;
}

/** The sender's own limit gets 429, the total limit 503. `retryAfter` is in seconds. */
export type OverLimit =
  | { kind: "address" | "everybody"; retryAfter: number }
  /** Answered with 413: no minute has room for so many. */
  | { kind: "too-many" };

interface Taken {
  kind: "taken";
  /** Call this when nothing was stored: only stored leads count. */
  giveBack: () => void;
}

export function statusOf({ kind }: OverLimit): number {
  return kind === "everybody" ? 503 : 429;
}

/** Takes all tokens or none. @param leads 1 if left out @param characters of all texts: long leads count several times */
export type TakeTokens = (address: string, leads?: number, characters?: number) => Taken | OverLimit;

export const CHARACTERS_A_TOKEN = 1_000;

/** The share of the total tokens that one network can take. */
const NETWORKS_PER_TOTAL = 4;
/** A provider gives a customer up to a /48 of IPv6, 65,536 networks of homes; together they get this many. */
const HOMES_PER_SENDER = 10;
/** The share of its network's tokens that one sender can take: a mobile provider's customers share a /32. */
const SENDERS_PER_NETWORK = 2;
/** Senders that have sent within this time leave half of the total tokens to new ones. */
const SEEN_MS = HOUR_MS;

/** How many links to the inbox one address may ask for in a minute; strangers must not use up a total. */
const SIGN_IN_REQUESTS = { perMinute: 5, totalPerMinute: 0 };

/** For requests that pages send by themselves: steps of a visit, and the start of a form. */
const FROM_PAGES = { perMinute: 60, totalPerMinute: 6_000 };

/** Requests that an address may send for each lead of its limit. Nothing else limits requests that store nothing. */
const REQUESTS_A_LEAD = 10;

/**
 * Calls per hour = leads per minute / these numbers. With the defaults: 10 for one address, 80 for all. Without this limit
 * a stranger fills the calendar in minutes.
 */
export const CALLS = { leadsEach: 6, leadsOfAll: 7.5, period: HOUR_MS };

/** Confirmed calls per day: 10 x callsPerDay for everybody, a quarter of that for one network. */
function newCalls(callsPerDay: number): typeof CALLS {
  return { leadsEach: Infinity, leadsOfAll: 60 / callsPerDay, period: DAY_MS };
}

/**
 * Pages rendered for one request, per two seconds. With the defaults: 5 for one address, 40 for all. Each takes up to
 * 8 ms of the thread, and a lead that arrives behind all of them waits for less than a second.
 */
export const RENDERINGS = { leadsEach: 6, leadsOfAll: 15, period: 2_000 };

/** A limit that follows the settings of the limit of leads. It ignores requests from this machine unless those count. */
export function createFurtherLimit(
  limit: RateLimit,
  { leadsEach, leadsOfAll, period }: typeof CALLS,
  now: () => number,
): TakeTokens {
  const perMinute = Math.ceil(limit.perMinute / leadsEach);
  const totalPerMinute = Math.ceil(limit.totalPerMinute / leadsOfAll);
  const take = createRateLimit({ ...limit, perMinute, totalPerMinute }, now, period);
  return (address, ...volume) =>
    isCounted(senderOf(address), limit) ? take(address, ...volume) : { kind: "taken", giveBack() {} };
}

export type Limits = ReturnType<typeof createLimits>;

/** All limits of a site, each of which takes tokens of a sender. @param onOverload the total limit refused a lead */
export function createLimits(
  limit: RateLimit,
  { now, callsPerDay, onOverload }: { now: () => number; callsPerDay: number; onOverload: () => void },
) {
  const further = (share: typeof CALLS) => createFurtherLimit(limit, share, now);
  const leads = createRateLimit(limit, now);
  return {
    /** For all requests that could store a lead, checked before their body is parsed. */
    requests: createRateLimit(
      { ...limit, perMinute: limit.perMinute * REQUESTS_A_LEAD, totalPerMinute: 0 },
      now,
    ),
    leads: (...sent: Parameters<TakeTokens>) => {
      const taken = leads(...sent);
      if (taken.kind === "everybody") onOverload();
      return taken;
    },
    fromPages: createRateLimit({ ...limit, ...FROM_PAGES }, now),
    signIns: createRateLimit({ ...limit, ...SIGN_IN_REQUESTS }, now),
    renderings: further(RENDERINGS),
    /** For holders of signed links, which strangers without one cannot use up: as many again. */
    linkHolders: further(RENDERINGS),
    calls: further(CALLS),
    confirmations: further(newCalls(callsPerDay)),
  };
}

export function charactersOf(leads: readonly object[]): number {
  return leads.flatMap((lead) => Object.values(lead)).join("").length;
}

/** @param now milliseconds of a monotonic clock @param period milliseconds, where it is not a minute */
export function createRateLimit(limit: RateLimit, now: () => number, period = MINUTE_MS): TakeTokens {
  const { perMinute, totalPerMinute } = limit;
  const ofNetwork = Math.ceil(totalPerMinute / NETWORKS_PER_TOTAL);
  const ofSender = Math.ceil(ofNetwork / SENDERS_PER_NETWORK);
  const ofHome = smaller(perMinute, ofSender);
  const homes = createTokenBuckets(ofHome, now, period);
  const senders = createTokenBuckets(smaller(perMinute * HOMES_PER_SENDER, ofSender), now, period);
  const networks = createTokenBuckets(ofNetwork, now, period);
  const everybody = createTokenBuckets(totalPerMinute, now, period);
  const seenBefore = createTokenBuckets(Math.ceil(totalPerMinute / 2), now, period);
  const seen = createTokenBuckets(1, now, SEEN_MS);
  /** A single long lead is never refused: its cost is capped at the home's whole bucket. */
  const most = ofHome || Infinity;

  return (address, leads = 1, characters = 0) => {
    const volume = Math.max(leads, Math.ceil(characters / CHARACTERS_A_TOKEN));
    const tokens = leads === 1 ? Math.min(volume, most) : volume;
    const from = senderOf(address);
    const counts = isCounted(from, limit);
    const own = counts ? [homes.at(from.home), senders.at(from.sender), networks.at(from.network)] : [];
    const shared = [everybody.at("")];
    const isSeen = counts && seen.at(from.sender).wait(1) > 0;
    if (isSeen) shared.push(seenBefore.at(""));

    const ofAddress = Math.max(0, ...own.map((bucket) => bucket.wait(tokens)));
    const wait = Math.max(ofAddress, ...shared.map((bucket) => bucket.wait(tokens)));
    if (wait === Infinity) return { kind: "too-many" };
    if (wait > 0)
      return { kind: ofAddress > 0 ? "address" : "everybody", retryAfter: Math.ceil(wait / 1000) };
    const all = [...own, ...shared];
    for (const bucket of all) bucket.take(tokens);
    if (counts && !isSeen) seen.at(from.sender).take(1);
    return {
      kind: "taken",
      giveBack() {
        for (const bucket of all) bucket.take(-tokens);
        if (counts && !isSeen) seen.at(from.sender).take(-1);
      },
    };
  };
}

/** The smaller of two numbers of tokens; 0: any number. */
const smaller = (one: number, other: number) => Math.min(one || other, other || one);

type Sender = ReturnType<typeof senderOf>;

/** Whether limits of senders and networks hold for it. */
export const isCounted = ({ isLoopback }: Sender, { includeLoopback }: Pick<RateLimit, "includeLoopback">) =>
  includeLoopback || !isLoopback;

/**
 * A home has an IPv4 address or a /64 of IPv6, as each phone of a mobile provider does. Its sender is the /48 that a customer
 * gets on request, its network the /24 or /32.
 */
export function senderOf(address: string) {
  // Node accepts any text as the zone of an address, as in `::1%x::`.
  if (isIP(address) === 0 || !ipaddr.isValid(address))
    return { home: "", sender: "", network: "", isLoopback: false };
  const parsed = ipaddr.process(address);
  const isLoopback = parsed.range() === "loopback";
  if (parsed instanceof ipaddr.IPv6) {
    const prefix = (groups: number) => parsed.parts.slice(0, groups).join(":");
    return { home: prefix(4), sender: prefix(3), network: prefix(2), isLoopback };
  }
  const home = parsed.toString();
  return { home, sender: home, network: home.slice(0, home.lastIndexOf(".")), isLoopback };
}

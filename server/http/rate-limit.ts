/**
 * Limits how many requests an address, its
 * network and everybody together may send.
 */

import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { Counter } from "prom-client";
import { RateLimiterMemory } from "rate-limiter-flexible";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from "../../contract/durations.ts";
import type { Env } from "../settings/env.ts";

export type RateLimit = Env["rateLimit"];

/** A missing number means no limit. */
interface Limit {
  periodMs: number;
  address?: number;
  network?: number;
  all?: number;
}

/**
 * A lead with more characters counts several
 * times, since it takes more of the disk.
 */
const CHARACTERS_A_LEAD = 1_000;

/** `retryAfter` is in seconds. */
export type OverLimit =
  | { kind: "address" | "everybody"; retryAfter: number }
  /** Even an unused period has no room for so many requests. */
  | { kind: "too-many" };

interface Granted {
  kind: "granted";
  /** Call this when nothing was stored. A second call does nothing. */
  giveBack: () => Promise<void>;
}

/**
 * Counts a request `times` times (1 if left
 * out), or refuses and counts nothing.
 */
export type Take = (
  address: string,
  times?: number,
) => Promise<Granted | OverLimit>;

/** Ends a request with the error page of a status or a limit. */
export class PageFailure extends Error {
  readonly why: number | OverLimit;

  constructor(why: number | OverLimit) {
    super("The request is refused.");
    this.why = why;
  }
}

/** @throws {PageFailure} beyond the limit */
export async function granted(taking: ReturnType<Take>): Promise<Granted> {
  const permit = await taking;
  if (permit.kind !== "granted") throw new PageFailure(permit);
  return permit;
}

export const statusOf = ({ kind }: OverLimit): number =>
  kind === "everybody" ? 503 : 429;

/**
 * The leads that a network may send in a
 * minute. An office has several visitors.
 */
const LEADS_PER_NETWORK = 30;

/**
 * The leads that the people of a network send
 * in an hour, as in an office or at a fair.
 */
const LEADS_OF_PEOPLE = 20;

const RENDERINGS = { periodMs: 5 * SECOND_MS, address: 10, network: 20 };

export type Limits = ReturnType<typeof createLimits>;

const turnedAway = new Counter({
  name: "nightshift_leads_turned_away_total",
  help: "Leads that were refused because too many arrived at once.",
});

export function createLimits(settings: RateLimit) {
  const { perMinute, totalPerMinute } = settings;
  const limit = (allowed: Limit) => createLimit(settings, allowed);
  const network = Math.max(LEADS_PER_NETWORK, perMinute);
  const takeLead = limit({
    periodMs: MINUTE_MS,
    address: perMinute,
    network,
    all: totalPerMinute,
  });
  const most = Math.ceil(Math.min(perMinute, totalPerMinute || perMinute) / 2);
  return {
    /**
     * A single lead, however long, fits twice into an unused
     * minute: whoever had no answer sends it again.
     */
    leads: async (address: string, leads: readonly object[]) => {
      const characters = leads
        .flatMap((lead) => Object.values(lead))
        .join("").length;
      const times = Math.max(
        1,
        leads.length,
        Math.ceil(characters / CHARACTERS_A_LEAD),
      );
      const permit = await takeLead(
        address,
        leads.length === 1 ? Math.min(times, most) : times,
      );
      if (permit.kind === "everybody") turnedAway.inc();
      return permit;
    },
    /**
     * Requests that may hold a lead. There is no
     * total, because one sender could use it up.
     */
    requests: limit({ periodMs: MINUTE_MS, address: 600, network: 1_500 }),
    /**
     * Links that somebody asks for by mail. Unknown addresses count, too, so
     * that nobody learns which are known. There is no total, so a stranger uses
     * up only the own network's requests.
     */
    mailedLinks: limit({ periodMs: MINUTE_MS, address: 5, network: 20 }),
    /**
     * Pages that are rendered for one request, at 8 ms each. There is no total.
     */
    renderings: limit(RENDERINGS),
    /**
     * Pages for holders of signed links. Strangers
     * of their network cannot use up this limit.
     */
    linkHolders: limit(RENDERINGS),
    calls: limit({ periodMs: DAY_MS, network: 3, all: 40 }),
    moves: limit({ periodMs: HOUR_MS, network: 10, all: 80 }),
    /**
     * Leads beyond this limit may be part of
     * a flood: no group of people sends more.
     */
    leadsOfPeople: limit({ periodMs: HOUR_MS, network: LEADS_OF_PEOPLE }),
    /**
     * Mails to addresses that anybody can type.
     * Only twenty networks together use them up.
     */
    confirmations: limit({ periodMs: HOUR_MS, all: 20 * LEADS_OF_PEOPLE }),
  };
}

export function createLimit(
  settings: RateLimit,
  { periodMs, ...allowed }: Limit,
): Take {
  const { totalPerMinute, includeLoopback } = settings;
  const duration = periodMs / SECOND_MS;
  // Limits refuse in this order: a sender's limits
  // come before the limit of everybody together.
  const limiters = (["network", "address", "all"] as const).flatMap((scope) => {
    const points = allowed[scope];
    const isOff = scope === "all" && totalPerMinute === 0;
    if (isOff || points === undefined) return [];
    return [{ scope, limiter: new RateLimiterMemory({ points, duration }) }];
  });

  return async (from, times = 1) => {
    const { range, ...keys } = senderOf(from);
    const isCounted =
      range === "public" || (includeLoopback && range === "loopback");
    const counting = limiters.filter(
      ({ scope }) => scope === "all" || isCounted,
    );
    if (counting.some(({ limiter }) => times > limiter.points))
      return { kind: "too-many" };
    const undos: (() => Promise<unknown>)[] = [];
    const giveBack = async () => {
      await Promise.all(undos.splice(0).map((undo) => undo()));
    };
    for (const { scope, limiter } of counting) {
      const key = scope === "all" ? "" : keys[scope];
      const { consumedPoints, msBeforeNext } = await limiter.penalty(
        key,
        times,
      );
      // After the clock was set back, the end of the
      // period may be further off than `periodMs`.
      const leftMs = Math.min(msBeforeNext, periodMs);
      const endsAt = performance.now() + leftMs;
      undos.push(
        async () => performance.now() < endsAt && limiter.reward(key, times),
      );
      if (consumedPoints <= limiter.points) continue;
      await giveBack();
      const kind = scope === "all" ? "everybody" : "address";
      return { kind, retryAfter: Math.ceil(leftMs / SECOND_MS) };
    }
    return { kind: "granted", giveBack };
  };
}

/**
 * Where an address is from. A private one, as of
 * a proxy or a container, stands for everybody.
 */
type Range = "public" | "private" | "loopback";

/** The ranges of RFC 1918, 3927, 4193, 4291 and 6598. */
const PRIVATE = ["private", "linkLocal", "uniqueLocal", "carrierGradeNat"];

const rangeOf = (range: string): Range => {
  if (range === "loopback") return range;
  return PRIVATE.includes(range) ? "private" : "public";
};

/**
 * The address of a home or a phone (IPv4, or
 * a /64), and its network (a /24, or a /48).
 */
export function senderOf(address: string) {
  // Node accepts any text as the zone of an address, as in `::1%x::`.
  if (isIP(address) === 0 || !ipaddr.isValid(address))
    return { address: "", network: "", range: rangeOf("") };
  const parsed = ipaddr.process(address);
  const range = rangeOf(parsed.range());
  if (parsed instanceof ipaddr.IPv6) {
    const groups = parsed.parts.map((part) => part.toString(16));
    const network = [...groups.slice(0, 3), "x"].join(":");
    return { address: groups.slice(0, 4).join(":"), network, range };
  }
  const network = [...parsed.octets.slice(0, 3), "x"].join(".");
  return { address: parsed.toString(), network, range };
}

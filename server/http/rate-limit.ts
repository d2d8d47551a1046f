/** How many leads one address may send: a token bucket for each, in bounded memory. */
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** How many leads one address may send a minute (0: any number), and whether this machine is counted too. */
export interface RateLimit {
  perMinute: number;
  includeLoopback: boolean;
}

/**
 * Takes a token for each lead of a request, or none at all.
 *
 * @param leads one, unless it is said
 * @returns 0, or the seconds until there are as many; Infinity when there never are.
 */
export type TakeTokens = (address: string, leads?: number) => number;

/** About a megabyte. Past it the addresses that were idle longest start again with a full bucket. */
const MAX_ADDRESSES = 10_000;
const MS_PER_MINUTE = 60_000;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * The bucket of an address holds a minute's worth of tokens and is kept as one number: the time at which it
 * will be full again.
 *
 * @param now the time in milliseconds.
 */
export function createRateLimit({ perMinute, includeLoopback }: RateLimit, now: () => number): TakeTokens {
  const fullAt = new Map<string, number>();
  const refill = Math.ceil(MS_PER_MINUTE / perMinute);
  const capacity = refill * perMinute;
  return (address, leads = 1) => {
    if (perMinute === 0 || (!includeLoopback && isLoopback(address))) return 0;
    if (leads > perMinute) return Infinity;
    const bucket = network(address);
    const time = now();
    // Never emptier than empty: a clock that was set back would lock everybody out.
    const full = Math.min(Math.max(fullAt.get(bucket) ?? 0, time), time + capacity);
    const wait = full + leads * refill - time - capacity;
    // Deleting first keeps the map in the order of last use.
    fullAt.delete(bucket);
    fullAt.set(bucket, wait > 0 ? full : full + leads * refill);
    if (fullAt.size > MAX_ADDRESSES) fullAt.delete(fullAt.keys().next().value ?? "");
    return wait > 0 ? Math.ceil(wait / 1000) : 0;
  };
}

function isLoopback(address: string): boolean {
  const plain = withoutMapping(address);
  if (isIPv4(plain)) return loopback.check(plain, "ipv4");
  return isIPv6(plain) && loopback.check(plain, "ipv6");
}

/** One home has one IPv4 address or a whole /64 of IPv6. What is no address at all shares one bucket. */
function network(address: string): string {
  const plain = withoutMapping(address);
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return "";
  const [head = "", tail] = (plain.split("%")[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

function withoutMapping(address: string): string {
  return address.toLowerCase().startsWith("::ffff:") && isIPv4(address.slice(7)) ? address.slice(7) : address;
}

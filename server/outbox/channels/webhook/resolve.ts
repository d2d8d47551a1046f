/** From the name of a receiver to addresses that were looked at; the connection goes to one of these and no other. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";
import { hostOf, isAllowed } from "./target.ts";

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** All addresses of a name. @throws when there are none or nobody can be asked. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>;

/** Asks as every program of this machine does, the hosts file included. */
export const resolveByMachine: Resolve = (host) => lookup(host, { all: true });

/** @returns undefined when one is not on the public internet. @throws what the resolver throws. */
export async function resolveTarget(
  url: URL,
  allowHosts: readonly string[],
  resolve: Resolve,
): Promise<ResolvedAddress[] | undefined> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const open = isAllowed(url, allowHosts) || addresses.every(({ address }) => isPublicAddress(address));
  return open ? addresses : undefined;
}

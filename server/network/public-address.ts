/**
 * Which addresses are on the public internet. A webhook or calendar that points anywhere else could have this server knock at
 * doors that are closed to the world. Source: the IANA special-purpose address registries, as ipaddr.js keeps them.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** What IPv6 hands out for the public; ipaddr.js takes every address that it does not know for unicast. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IPv4 or IPv6 address is one of the public internet; false for what is no address. */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js alone also reads 0x7f000001 and 127.1 as addresses.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  return (
    address.range() === "unicast" &&
    (address instanceof ipaddr.IPv4 || (address instanceof ipaddr.IPv6 && address.match(GLOBAL_UNICAST)))
  );
}

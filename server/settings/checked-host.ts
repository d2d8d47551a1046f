/** Sends requests to hosts. Connects only to an address that was checked. */

import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { readTarget } from "../../contract/mail/delivery.ts";

/**
 * All addresses of a name. @throws if the name has none, or no resolver answers
 */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Uses no agent, so that requests share no connection. */
function requestTo(
  url: URL,
  addresses: readonly LookupAddress[],
  options: RequestOptions,
  body?: string,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  // The request goes to a checked address,
  // whatever the name resolves to by now.
  const lookUp: LookupFunction = (_host, _options, done) =>
    done(null, [...addresses]);
  start(url, { ...options, agent: false, lookup: lookUp })
    .on("error", reject)
    .on("response", resolve)
    // For an answer with status 101, Node emits only this event.
    .on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response);
    })
    .end(body);
  return promise;
}

export interface AllowedHosts {
  /** Hosts that may be reached at a private address and over plain HTTP. */
  allowHosts: readonly string[];
  resolve?: Resolve | undefined;
}

type TimedRequest = RequestOptions & { signal: AbortSignal };

/**
 * @returns the response; undefined for a
 * private address @throws if the request fails
 */
export async function requestPublic(
  url: URL,
  hosts: AllowedHosts,
  options: TimedRequest,
  body?: string,
) {
  const {
    allowHosts,
    resolve = (host: string) => lookup(host, { all: true }),
  } = hosts;
  const address = hostOf(url);
  const family = isIP(address);
  const addresses =
    family === 0
      ? await abortable(() => resolve(address), options.signal)
      : [{ address, family }];
  const isOpen =
    isAllowed(url, allowHosts) ||
    addresses.every((one) => isPublicAddress(one.address));
  return isOpen ? requestTo(url, addresses, options, body) : undefined;
}

const MOST_REDIRECTS = 5;

/**
 * Follows redirects with the same method and headers.
 * @returns why there is no answer, or the answer,
 * which the caller has to read or destroy
 */
export async function requestFollowing(
  address: string,
  hosts: AllowedHosts,
  options: TimedRequest,
) {
  let url = parseCalendarUrl(address, hosts.allowHosts);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (!url) return "forbidden";
    const response = await requestPublic(url, hosts, options);
    if (!response) return "private";
    const { statusCode: status = 0, headers } = response;
    if (status < 300 || status >= 400 || headers.location === undefined)
      return response;
    response.destroy();
    url = parseCalendarUrl(
      URL.parse(headers.location, url)?.href ?? "",
      hosts.allowHosts,
    );
  }
  return "endless";
}

export const hostOf = (url: URL): string =>
  url.hostname.replace(/^\[(.*)\]$/, "$1");

const isAllowed = (url: URL, allowHosts: readonly string[]) =>
  allowHosts.includes(hostOf(url));

const isSecure = (url: URL, allowHosts: readonly string[]): boolean =>
  url.protocol === "https:" ||
  (url.protocol === "http:" && isAllowed(url, allowHosts));

function abortable<Value>(
  work: () => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => aborted.reject(signal.reason));
  return Promise.race([work(), aborted.promise]);
}

/**
 * The public range of IPv6. ipaddr.js says `unicast`
 * for every address that it does not know.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether a webhook or calendar may be at
 * this address. Source: IANA, by ipaddr.js.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js alone also reads 0x7f000001 and 127.1 as addresses.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/**
 * @param target a URL of WEBHOOK_URLS, perhaps
 * with `slack:` or `discord:` before it
 * @returns undefined for a URL that must not be requested
 */
export function parseTarget(
  target: string,
  allowHosts: readonly string[],
): URL | undefined {
  const url = URL.parse(readTarget(target).url);
  return url && isSecure(url, allowHosts) && url.username + url.password === ""
    ? url
    : undefined;
}

/**
 * `webcal:` means https. A `%` may stand for itself, as in a password.
 * @returns undefined for a URL that must not be requested
 */
export function parseCalendarUrl(
  text: string,
  allowHosts: readonly string[],
): URL | undefined {
  const readable = text.replaceAll(/%(?![\da-f]{2})/gi, "%25");
  const url = URL.parse(readable.replace(/^webcals?:/i, "https:"));
  return url && isSecure(url, allowHosts) ? url : undefined;
}

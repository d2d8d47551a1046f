/** Where an event may go: over HTTPS, unless the operator allows a host by name. */
import { readTarget } from "../../../../contract/delivery.ts";

/**
 * Reads the URL of a webhook, which may have the name of a chat before it.
 *
 * @param allowHosts names of hosts that may also be reached over plain HTTP.
 * @returns undefined when nothing may be sent there.
 */
export function parseTarget(target: string, allowHosts: readonly string[]): URL | undefined {
  const text = readTarget(target).url;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const secure = url.protocol === "https:" || (url.protocol === "http:" && isAllowed(url, allowHosts));
  return secure && url.username === "" && url.password === "" ? url : undefined;
}

/** Whether the operator has named the URL's host, and with it whatever address it has. */
export function isAllowed(url: URL, allowHosts: readonly string[]): boolean {
  return allowHosts.includes(hostOf(url));
}

/** A name or an address, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

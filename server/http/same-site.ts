/** Whether another site made somebody's browser send a form. */
import type { FastifyRequest } from "fastify";

/** Browsers tell in `Sec-Fetch-Site`, old ones in `Origin`; others cannot be tricked. Source: W3C Fetch Metadata. */
export function isCrossSite(request: FastifyRequest, siteUrl: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-origin") return site === "cross-site";
  const { origin } = request.headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  return !isOwnHost(request, origin, siteUrl);
}

/** Whether an address is of this site, as we or a proxy before us are called. */
export function isOwnHost(request: FastifyRequest, address: string, siteUrl: string): boolean {
  const { host } = new URL(address);
  return host === request.host || (URL.canParse(siteUrl) && host === new URL(siteUrl).host);
}

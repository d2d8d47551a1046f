/** Detects forms that another site made a browser send. */
import type { FastifyRequest } from "fastify";

/** Browsers send `Sec-Fetch-Site`, old ones `Origin`; other clients cannot be tricked. Source: W3C Fetch Metadata. */
export function isCrossSite(request: FastifyRequest, siteUrl: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-origin") return site === "cross-site";
  const { origin } = request.headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  return !isOwnHost(request, origin, siteUrl);
}

/** Whether an address belongs to this site, by our name or the name that a proxy uses. */
export function isOwnHost(request: FastifyRequest, address: string, siteUrl: string): boolean {
  const { host } = new URL(address);
  return host === request.host || (URL.canParse(siteUrl) && host === new URL(siteUrl).host);
}

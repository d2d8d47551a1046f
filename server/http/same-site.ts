/** Whether another site made somebody's browser send a form. */
import type { FastifyRequest } from "fastify";

/**
 * Browsers tell in `Sec-Fetch-Site` and `Origin`; clients that send neither are not browsers that could be tricked.
 * Source: W3C Fetch Metadata.
 *
 * @param siteUrl the public address, which a proxy may hide from us.
 */
export function isCrossSite(request: FastifyRequest, siteUrl: string): boolean {
  if (request.headers["sec-fetch-site"] === "cross-site") return true;
  const { origin } = request.headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const { host } = new URL(origin);
  return host !== request.headers.host && !(URL.canParse(siteUrl) && host === new URL(siteUrl).host);
}

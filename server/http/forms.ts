/**
 * Reads queries and bodies of forms, and detects
 * forms that another site made a browser send.
 */

import type { FastifyRequest } from "fastify";
import { MAX_FORM_FIELDS } from "../../contract/limits.ts";

/**
 * @returns undefined for too many fields, or if
 * a field other than `repeatable` comes twice
 */
export function parseFormBody(
  body: Buffer,
  repeatable?: string,
): Map<string, string> | undefined {
  const text = body.toString();
  // Parsing thousands of empty fields would block the thread.
  if (text.split("&", MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS)
    return undefined;
  const parameters = new URLSearchParams(text);
  if (repeatable && parameters.has(repeatable))
    parameters.set(repeatable, parameters.getAll(repeatable).join(" "));
  const fields = new Map(parameters);
  return fields.size === parameters.size ? fields : undefined;
}

/**
 * Browsers send `Sec-Fetch-Site`; old browsers
 * send `Origin`. Source: W3C Fetch Metadata.
 */
export function isCrossSite(request: FastifyRequest, siteUrl: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-origin")
    return site === "cross-site";
  const { origin } = request.headers;
  return origin !== undefined && !isOwnHost(request, origin, siteUrl);
}

/**
 * Whether an address has the host of SITE_URL,
 * or the host that this request was sent to.
 */
export function isOwnHost(
  request: FastifyRequest,
  address: string,
  siteUrl: string,
): boolean {
  const host = URL.parse(address)?.host;
  return (
    host !== undefined &&
    (host === request.host || host === URL.parse(siteUrl)?.host)
  );
}

/** The query with its question mark; empty without a query. */
export function queryIn({ url }: FastifyRequest): string {
  return url.includes("?") ? url.slice(url.indexOf("?")) : "";
}

export function isForm({ headers }: FastifyRequest): boolean {
  const { "content-type": type = "" } = headers;
  // Types of media may have capitals (RFC 9110, 8.3.1).
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

export const readQuery = (request: FastifyRequest) =>
  new URLSearchParams(queryIn(request));

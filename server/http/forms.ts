/** Reads queries and `application/x-www-form-urlencoded` bodies, and detects forms that another site made a browser send. */
import { MAX_FORM_FIELDS } from "../../contract/limits.ts";
import { cleanLine } from "../../contract/typed-text.ts";
import type { FastifyRequest } from "fastify";

const AMPERSAND = 0x26;

/** @param list its values are joined by spaces @returns undefined for too many fields, or a repeated name */
export function parseFormBody(body: Buffer, list?: string): Map<string, string> | undefined {
  if (hasTooManyFields(body)) return undefined;
  const parameters = new URLSearchParams(body.toString());
  if (list !== undefined && parameters.has(list)) parameters.set(list, parameters.getAll(list).join(" "));
  const pairs = [...parameters];
  const fields = new Map(pairs);
  return fields.size === pairs.length ? fields : undefined;
}

/** Counts bytes only: parsing 262,000 empty fields would block the thread for half a second. */
function hasTooManyFields(body: Buffer): boolean {
  let at = -1;
  for (let fields = 1; fields <= MAX_FORM_FIELDS; fields++) {
    at = body.indexOf(AMPERSAND, at + 1);
    if (at === -1) return false;
  }
  return true;
}

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

/** The query of the address with its question mark; empty without one. */
export function queryIn({ url }: Pick<FastifyRequest, "url">): string {
  return url.includes("?") ? url.slice(url.indexOf("?")) : "";
}

/** Whether the body is a form's, by its content type. */
export function isForm({ headers }: FastifyRequest): boolean {
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  return type === "application/x-www-form-urlencoded";
}

/** Typed text as one line. @param most Unicode code points that are kept */
export function lineOf(text: string | null | undefined, most: number): string {
  return Array.from(cleanLine(text ?? ""))
    .slice(0, most)
    .join("");
}

export function readQuery(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(queryIn(request));
}

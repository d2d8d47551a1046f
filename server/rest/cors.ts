/** CORS on every answer, errors included: without it a browser hides the message from the page. */
import type { FastifyReply, FastifyRequest } from "fastify";

const METHODS = "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS";
const REQUEST_HEADERS =
  "Authorization, apikey, Content-Type, Content-Profile, Accept-Profile, Prefer, Range, X-Client-Info, Idempotency-Key";
const EXPOSED_HEADERS =
  "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, " +
  "Proxy-Status, Retry-After, X-Request-Id";
/** What an answer depends on besides the address, as PostgREST says it. */
const VARY = "Accept, Prefer, Range";
const MAX_AGE_SECONDS = 24 * 60 * 60;

/** The headers of an answer. @param allowed the origins that may call; undefined: every one. */
export function corsHeaders(
  origin: string | undefined,
  allowed: readonly string[] | undefined,
): Record<string, string> {
  const headers = { "access-control-expose-headers": EXPOSED_HEADERS, vary: VARY };
  if (allowed === undefined) return { ...headers, "access-control-allow-origin": "*" };
  const perOrigin = { ...headers, vary: `${VARY}, Origin` };
  if (origin === undefined || !allowed.includes(origin)) return perOrigin;
  return { ...perOrigin, "access-control-allow-origin": origin };
}

/** Whether a browser asks before it sends. Source: Fetch Standard, "CORS-preflight request". */
export function isPreflight(request: FastifyRequest): boolean {
  return request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
}

/** Answers a preflight. It carries no key, so that it comes before the check of the key. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(200)
    .header("access-control-allow-methods", METHODS)
    .header(
      "access-control-allow-headers",
      request.headers["access-control-request-headers"] ?? REQUEST_HEADERS,
    )
    .header("access-control-max-age", MAX_AGE_SECONDS)
    .send();
}

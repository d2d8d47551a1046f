/** CORS on every answer, errors included: without it a browser hides the message from the page. */
import type { FastifyReply, FastifyRequest } from "fastify";

const METHODS = "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS";
const REQUEST_HEADERS =
  "Authorization, apikey, Content-Type, Content-Profile, Accept-Profile, Prefer, Range, X-Client-Info, Idempotency-Key, X-Lead-Source, X-Lead-Filled";
const EXPOSED_HEADERS = "Content-Range, Preference-Applied, Proxy-Status, Retry-After, X-Request-Id";
const MAX_AGE_SECONDS = 24 * 60 * 60;

export function corsHeaders(origin: string | undefined, allowed: readonly string[] | undefined) {
  const headers = { "access-control-expose-headers": EXPOSED_HEADERS };
  if (allowed === undefined) return { ...headers, "access-control-allow-origin": "*" };
  const perOrigin = { ...headers, vary: "Origin" };
  if (origin === undefined || !allowed.includes(origin)) return perOrigin;
  return { ...perOrigin, "access-control-allow-origin": origin };
}

/** Comes before the check of the key: a preflight has none. Source: Fetch Standard, "CORS-preflight request". */
export function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .header("access-control-allow-methods", METHODS)
    .header("access-control-allow-headers", headers["access-control-request-headers"] ?? REQUEST_HEADERS)
    .header("access-control-max-age", MAX_AGE_SECONDS)
    .send();
}

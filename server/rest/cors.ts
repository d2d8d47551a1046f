/** CORS on every answer, errors included: without it a browser hides the message from the page. */
import type { FastifyReply, FastifyRequest } from "fastify";

const METHODS = "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS";
const REQUEST_HEADERS =
  "Authorization, apikey, Content-Type, Content-Profile, Accept-Profile, Prefer, Range, X-Client-Info, Idempotency-Key";
const EXPOSED_HEADERS =
  "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, " +
  "Proxy-Status, Retry-After, X-Request-Id";
const MAX_AGE_SECONDS = 24 * 60 * 60;

/** Sets the headers of an answer. @param origins those that may call; undefined: every one. */
export function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: string[] | undefined,
): void {
  const { origin } = request.headers;
  if (origins === undefined) reply.header("access-control-allow-origin", "*");
  else {
    reply.header("vary", "origin");
    if (origin !== undefined && origins.includes(origin)) reply.header("access-control-allow-origin", origin);
  }
  reply.header("access-control-expose-headers", EXPOSED_HEADERS);
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

/** Guards and answers before a route: keys, CORS, malformed addresses. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { FORM_TIMING_HEADER, IDEMPOTENCY_HEADER, SOURCE_HEADER } from "../../../contract/rest-api.ts";
import type { SendErrorPage } from "../../http/pages.ts";
import { identify, logRequest } from "../../http/request-hooks.ts";
import { RestError } from "./errors.ts";

/** An address that cannot be decoded reaches no route and no hook. */
export function createAnswerMalformed(baseHeaders: Record<string, string>, sendErrorPage: SendErrorPage) {
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    identify(request, reply, baseHeaders);
    logRequest(request, reply.code(400), "malformed");
    sendErrorPage(request, reply, 400).catch((error: unknown) => {
      request.log.error({ err: error }, "unexpected error");
      request.raw.destroy();
    });
  };
}

const KEY_CHALLENGE = { "www-authenticate": 'Key realm="leads"' };

/** The public key inserts, and there is no other. @returns the parameters without the key @throws {RestError} 401 */
export function authenticate(headers: IncomingHttpHeaders, url: string, publicKey: string): URLSearchParams {
  const parameters = new URLSearchParams(/\?.*/s.exec(url)?.[0]);
  const key = headers["apikey"]?.toString() ?? parameters.get("apikey") ?? "";
  if (key === "")
    throw new RestError(401, "no_api_key", "No API key found in request", {
      hint: "No `apikey` request header or url param was found.",
      headers: KEY_CHALLENGE,
    });
  // Every page has the public key, so the time of its comparison reveals nothing.
  if (key !== publicKey)
    throw new RestError(401, "invalid_api_key", "Invalid API key", {
      hint: "Double check your `apikey`.",
      headers: KEY_CHALLENGE,
    });
  const bearer = /^bearer(?:\s+(.*))?$/is.exec(headers.authorization ?? "");
  if (bearer && bearer[1]?.trim() !== key)
    throw new RestError(401, "PGRST301", "The bearer token is not the API key", {
      headers: { "www-authenticate": 'Bearer error="invalid_token"' },
    });
  parameters.delete("apikey");
  return parameters;
}

const METHODS = "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS";
const REQUEST_HEADERS = [
  "Authorization, apikey, Content-Type, Content-Profile, Accept-Profile, Prefer, Range, X-Client-Info",
  IDEMPOTENCY_HEADER,
  SOURCE_HEADER,
  FORM_TIMING_HEADER,
].join(", ");
const EXPOSED_HEADERS = "Content-Range, Preference-Applied, Proxy-Status, Retry-After, X-Request-Id";
const MAX_AGE_SECONDS = 24 * 60 * 60;

/** Pages anywhere may send leads: the public key only inserts. */
export const CORS_HEADERS = {
  "access-control-expose-headers": EXPOSED_HEADERS,
  "access-control-allow-origin": "*",
};

/** Comes before the check of the key: a preflight has none. Source: Fetch Standard, "CORS-preflight request". */
export function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .header("access-control-allow-methods", METHODS)
    .header("access-control-allow-headers", headers["access-control-request-headers"] ?? REQUEST_HEADERS)
    .header("access-control-max-age", MAX_AGE_SECONDS)
    .send();
}

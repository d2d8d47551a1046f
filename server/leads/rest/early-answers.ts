/** Guards and answers before a route: keys, CORS, malformed addresses. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isRestPath } from "../../../contract/routes.ts";
import type { Messages } from "../../../contract/messages.ts";
import { FORM_TIMING_HEADER } from "../../../contract/form-timing.ts";
import { IDEMPOTENCY_HEADER, SOURCE_HEADER } from "../../../contract/rest-api.ts";
import type { SendErrorPage } from "../../http/pages.ts";
import { identify, logRequest } from "../../http/request-hooks.ts";
import * as errors from "./errors.ts";

interface EarlyAnswerParts {
  baseHeaders: Record<string, string>;
  messages: Messages;
  /** Origins that may call the REST API from a browser; undefined: every one. */
  corsOrigins: readonly string[] | undefined;
}

/** An address that cannot be decoded reaches no route and no hook. */
export function createAnswerMalformed(
  { baseHeaders, messages, corsOrigins }: EarlyAnswerParts,
  sendErrorPage: SendErrorPage,
) {
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    identify(request, reply.code(400), baseHeaders);
    logRequest(request, reply, "malformed");
    if (!isRestPath(request.url)) return sendErrorPage(request, reply, 400);
    const { headers, body } = errors.errorAnswer(errors.invalidPath(), messages);
    return reply.headers({ ...headers, ...corsHeaders(request.headers.origin, corsOrigins) }).send(body);
  }
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    answer(request, reply).catch((error: unknown) => {
      request.log.error({ err: error }, "unexpected error");
      request.raw.destroy();
    });
  };
}

/**
 * The public key inserts, and there is no other. @returns the parameters without the key @throws {RestError} 401
 */
export function authenticate(headers: IncomingHttpHeaders, url: string, publicKey: string): URLSearchParams {
  const parameters = new URLSearchParams(/\?.*/s.exec(url)?.[0]);
  const key = headers["apikey"]?.toString() ?? parameters.get("apikey") ?? "";
  if (key === "") throw errors.noApiKey();
  // Every page has the public key, so the time of its comparison reveals nothing.
  if (key !== publicKey) throw errors.invalidApiKey();
  const bearer = /^bearer(?:\s+(.*))?$/is.exec(headers.authorization ?? "");
  if (bearer && bearer[1]?.trim() !== key) throw errors.invalidToken();
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

/** The guards of a request: the gateway's check of `apikey`, PostgREST's of the bearer, and CORS for pages of other sites. */
import type { IncomingHttpHeaders } from "node:http";
import type { Keys } from "../configuration/secrets.ts";
import { createIsKey } from "../http/secret-key.ts";
import { invalidApiKey, invalidToken, noApiKey } from "./errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

export interface AuthenticatedRequest {
  parameters: URLSearchParams;
  /** Whether it has the secret key, which reads; the public key only inserts. */
  hasSecretKey: boolean;
}

export type Authenticate = (headers: IncomingHttpHeaders, url: string) => AuthenticatedRequest;

/** The secret key is not taken from the parameter: addresses end up in logs. @throws {RestError} from the check: 401 */
export function createAuthenticate({ publicKey, secretKey }: Keys): Authenticate {
  const isSecretKey = createIsKey(secretKey);
  return (headers, url) => {
    const parameters = new URLSearchParams(/\?.*/s.exec(url)?.[0]);
    const header = headers["apikey"]?.toString();
    const key = header ?? parameters.get("apikey") ?? "";
    if (key === "") throw noApiKey();
    // Every page has the public key, so the time of its comparison reveals nothing.
    const hasSecretKey = key !== publicKey;
    if (hasSecretKey && (header === undefined || !isSecretKey(key))) throw invalidApiKey();
    const bearer = /^bearer(?:\s+(.*))?$/is.exec(headers.authorization ?? "");
    // By now the client has shown that it knows the key.
    if (bearer && bearer[1]?.trim() !== key) throw invalidToken();
    parameters.delete("apikey");
    return { parameters, hasSecretKey };
  };
}

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

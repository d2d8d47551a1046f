/**
 * The REST API. `/rest/v1/lead_submissions` answers
 * like PostgREST if callers may only insert.
 */

import type { IncomingHttpHeaders } from "node:http";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { REST_PATH } from "../../../contract/http/routes.ts";
import { LEADS_TABLE } from "../../../contract/lead/lead.ts";
import type { LeadIntake } from "../lead-forms.ts";
import {
  invalidBody,
  permissionDenied,
  RestError,
  sendError,
  VisitorError,
} from "./errors.ts";
import { insert } from "./insert.ts";

/** What PostgREST names for a table that takes only inserts. */
const ALLOWED = "OPTIONS,GET,HEAD,POST";
const MAX_AGE_SECONDS = 24 * 60 * 60;

const API_HEADERS = {
  // Without `X-Schedule`: a page of another
  // origin cannot use the path in this header.
  "access-control-expose-headers":
    "X-Confirmation, Content-Range, Preference-Applied, Proxy-Status, Retry-After, X-Request-Id",
  // Pages of any site may send leads, because the public key can only insert.
  "access-control-allow-origin": "*",
  "cache-control": "no-store",
};

/** All answers below the API's path have the API's format, even errors. */
export async function rest(
  app: FastifyInstance,
  { publicKey, intake }: { publicKey: string; intake: LeadIntake },
): Promise<void> {
  const { messages } = intake.pages.manifest;
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(API_HEADERS);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    sendError(reply, toRestError(error, request), messages),
  );
  // A preflight has no key. Source: Fetch Standard, "CORS-preflight request".
  app.options("/*", ({ headers }, reply) =>
    reply
      .headers({
        allow: ALLOWED,
        "access-control-allow-methods":
          "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS",
        "access-control-allow-headers":
          headers["access-control-request-headers"] ??
          "Authorization, apikey, Content-Type, Content-Profile, Prefer, X-Client-Info",
        "access-control-max-age": MAX_AGE_SECONDS,
      })
      .send(),
  );
  app.route({
    method: ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"],
    url: `/${LEADS_TABLE}`,
    handler: async (request, reply) => {
      const parameters = authenticate(request.headers, request.url, publicKey);
      if (request.method !== "POST") throw permissionDenied();
      return insert(request, reply, parameters, intake);
    },
  });
  app.setNotFoundHandler((request) => {
    const [url = ""] = request.url.split("?");
    const path = url.slice(REST_PATH.length + 1);
    if (path === LEADS_TABLE)
      throw new RestError(
        405,
        "PGRST117",
        `Unsupported HTTP method: ${request.method}`,
        { headers: { allow: ALLOWED } },
      );
    if (path === "" || path.includes("/"))
      throw new RestError(
        404,
        "PGRST125",
        "Invalid path specified in request URL",
      );
    const hint = `Perhaps you meant the table 'public.${LEADS_TABLE}'`;
    // The hint is for a name that is nearly the table's.
    throw new RestError(
      404,
      "PGRST205",
      `Could not find the table 'public.${decodeURIComponent(path)}' in the schema cache`,
      /submi/i.test(path) ? { hint } : {},
    );
  });
}

const keyError = (code: string, message: string, hint: string) =>
  new RestError(401, code, message, {
    hint,
    headers: { "www-authenticate": 'Key realm="leads"' },
  });

/** @returns the parameters without the key @throws {RestError} 401 */
function authenticate(
  headers: IncomingHttpHeaders,
  url: string,
  publicKey: string,
) {
  const parameters = new URLSearchParams(/\?.*/s.exec(url)?.[0]);
  const key = headers["apikey"]?.toString() ?? parameters.get("apikey") ?? "";
  if (key === "")
    throw keyError(
      "no_api_key",
      "No API key found in request",
      "No `apikey` request header or url param was found.",
    );
  // Every page has the public key, so the
  // duration of the comparison reveals nothing.
  if (key !== publicKey)
    throw keyError(
      "invalid_api_key",
      "Invalid API key",
      "Double check your `apikey`.",
    );
  const bearer = /^bearer(?:\s+(.*))?$/is.exec(headers.authorization ?? "");
  if (bearer && bearer[1]?.trim() !== key)
    throw new RestError(
      401,
      "PGRST301",
      "The bearer token is not the API key",
      {
        headers: { "www-authenticate": 'Bearer error="invalid_token"' },
      },
    );
  parameters.delete("apikey");
  return parameters;
}

function toRestError(error: FastifyError | RestError, request: FastifyRequest) {
  if (error instanceof RestError) return error;
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new VisitorError(413, "body_too_large", "bodyTooLarge");
  // A type that is none, such as `json`.
  if (error.statusCode === 415)
    return invalidBody(
      `Content-Type not acceptable: ${request.headers["content-type"]}`,
    );
  if (error.statusCode !== undefined && error.statusCode < 500)
    return invalidBody("Empty or invalid json");
  request.log.error({ err: error }, "unexpected error");
  return new VisitorError(500, "PGRSTX00", "unexpected");
}

/** The REST API. `/rest/v1/lead_submissions` answers like PostgREST if callers may only insert. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { LEADS_TABLE } from "../../../contract/lead/lead.ts";
import { REST_PATH } from "../../../contract/http/routes.ts";
import * as errors from "./errors.ts";
import type { LeadForms } from "../lead-forms.ts";
import { insert } from "./insert.ts";

const METHODS = "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS";
/** The allowed headers in the answer to a preflight that names no headers. */
const REQUEST_HEADERS =
  "Authorization, apikey, Content-Type, Content-Profile, Prefer, X-Client-Info";
/** Without `X-Schedule`: a page of another origin cannot use the path in this header. */
const EXPOSED_HEADERS =
  "X-Confirmation, Content-Range, Preference-Applied, Proxy-Status, Retry-After, X-Request-Id";
const MAX_AGE_SECONDS = 24 * 60 * 60;

/** Pages of any site may send leads, because the public key can only insert. */
const CORS_HEADERS = {
  "access-control-expose-headers": EXPOSED_HEADERS,
  "access-control-allow-origin": "*",
};

/** All answers below the API's path have the API's format, even errors. */
export async function rest(
  app: FastifyInstance,
  { publicKey, forms }: { publicKey: string; forms: LeadForms },
): Promise<void> {
  const { messages } = forms.pages.manifest;
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({ ...CORS_HEADERS, "cache-control": "no-store" });
  });
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    errors.sendError(reply, toRestError(error, request), messages),
  );
  // A preflight has no key. Source: Fetch Standard, "CORS-preflight request".
  app.options("/*", ({ headers }, reply) =>
    reply
      .header("access-control-allow-methods", METHODS)
      .header(
        "access-control-allow-headers",
        headers["access-control-request-headers"] ?? REQUEST_HEADERS,
      )
      .header("access-control-max-age", MAX_AGE_SECONDS)
      .send(),
  );
  app.route({
    method: ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"],
    url: `/${LEADS_TABLE}`,
    handler: async (request, reply) => {
      const parameters = authenticate(request.headers, request.url, publicKey);
      if (request.method !== "POST") throw errors.permissionDenied();
      return insert(request, reply, parameters, forms);
    },
  });
  app.setNotFoundHandler((request) => {
    const [path = ""] = request.url.slice(REST_PATH.length + 1).split("?");
    if (path === LEADS_TABLE)
      throw new errors.RestError(
        405,
        "PGRST117",
        `Unsupported HTTP method: ${request.method}`,
        {
          headers: { allow: "OPTIONS,GET,HEAD,POST" },
        },
      );
    if (!/^[^/]+$/.test(path))
      throw new errors.RestError(
        404,
        "PGRST125",
        "Invalid path specified in request URL",
      );
    const message = `Could not find the table 'public.${path}' in the schema cache`;
    throw new errors.RestError(404, "PGRST205", message, {
      hint: `Perhaps you meant the table 'public.${LEADS_TABLE}'`,
    });
  });
}

const KEY_CHALLENGE = { "www-authenticate": 'Key realm="leads"' };
const WRONG_KEY = "Double check your `apikey`.";
const NO_KEY = "No `apikey` request header or url param was found.";

const keyError = (code: string, message: string, hint: string) =>
  new errors.RestError(401, code, message, { hint, headers: KEY_CHALLENGE });

/** @returns the parameters without the key @throws {errors.RestError} 401 */
export function authenticate(
  headers: IncomingHttpHeaders,
  url: string,
  publicKey: string,
) {
  const parameters = new URLSearchParams(/\?.*/s.exec(url)?.[0]);
  const key = headers["apikey"]?.toString() ?? parameters.get("apikey") ?? "";
  if (key === "")
    throw keyError("no_api_key", "No API key found in request", NO_KEY);
  // Every page has the public key, so the duration of the comparison reveals nothing.
  if (key !== publicKey)
    throw keyError("invalid_api_key", "Invalid API key", WRONG_KEY);
  const bearer = /^bearer(?:\s+(.*))?$/is.exec(headers.authorization ?? "");
  if (bearer && bearer[1]?.trim() !== key)
    throw new errors.RestError(
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

function toRestError(
  error: FastifyError | errors.RestError,
  request: FastifyRequest,
) {
  if (error instanceof errors.RestError) return error;
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new errors.VisitorError(413, "body_too_large", "bodyTooLarge");
  if (error.statusCode !== undefined && error.statusCode < 500)
    return errors.invalidBody("Empty or invalid json");
  request.log.error({ err: error }, "unexpected error");
  return new errors.VisitorError(500, "PGRSTX00", "unexpected");
}

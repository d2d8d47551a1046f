/** The REST API: `/rest/v1/lead_submissions` as PostgREST and the gateway before it answer: routes, rights, errors. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { REST_PATH } from "../../contract/routes.ts";
import type { LeadFormParts } from "../http/book-call-form.ts";
import { isCrossSite } from "../http/forms.ts";
import type { Store } from "../storage/operations.ts";
import type { Env } from "../configuration/env.ts";
import type { Keys } from "../configuration/secrets.ts";
import { createAuthenticate, answerPreflight, corsHeaders } from "./early-answers.ts";
import type { Authenticate, AuthenticatedRequest } from "./early-answers.ts";
import { type Answer, contentRange, negotiate, parsePrefer, render } from "./representation.ts";
import * as errors from "./errors.ts";
import { insert } from "./insert.ts";
import { parseQuery, parseSelect } from "./query.ts";

interface RestParts extends LeadFormParts {
  keys: Keys;
  store: Pick<Store, "run">;
  env: Pick<Env, "corsOrigins">;
}

/** All answers below the path of the REST API have its format. */
export async function rest(app: FastifyInstance, parts: RestParts): Promise<void> {
  const { corsOrigins } = parts.env;
  const authenticate = createAuthenticate(parts.keys);
  app.addHook("onRequest", async (request, reply) => {
    // No cache may keep leads or errors.
    const cors = corsHeaders(request.headers.origin, corsOrigins);
    reply.headers({ ...cors, "cache-control": "no-store" });
  });
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    send(reply, errors.errorAnswer(toRestError(error, request), parts.site.manifest.messages)),
  );
  app.options("/*", answerPreflight);
  app.route({
    method: ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"],
    url: `/${LEADS_TABLE}`,
    handler: async (request, reply) => send(reply, await answer(request, parts, authenticate)),
  });
  app.setNotFoundHandler((request) => {
    const [path = ""] = request.url.slice(REST_PATH.length + 1).split("?");
    if (path === LEADS_TABLE) throw errors.unsupportedMethod(request.method);
    throw /^[^/]+$/.test(path) ? errors.noSuchTable(path) : errors.invalidPath();
  });
}

async function answer(
  request: FastifyRequest,
  parts: RestParts,
  authenticate: Authenticate,
): Promise<Answer> {
  const { method, headers, url } = request;
  const authenticated = authenticate(headers, url);
  const { parameters, hasSecretKey } = authenticated;
  // No store accepts this character, so no parameter can contain it.
  if (parameters.toString().includes("%00")) throw errors.nullCharacter();
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead && method !== "POST") throw errors.permissionDenied(hasSecretKey);
  // A browser sends a plain form of any site without asking first.
  const { corsOrigins } = parts.env;
  const { siteUrl } = parts.site.manifest.site;
  if (!isRead && corsOrigins && isCrossSite(request, siteUrl) && !corsOrigins.includes(headers.origin ?? ""))
    throw errors.foreignOrigin();
  const profile = headers[isRead ? "accept-profile" : "content-profile"]?.toString();
  if (profile !== undefined && profile !== "public") throw errors.unknownSchema(profile);
  const answered = isRead
    ? await readRows(request, authenticated, parts.store)
    : await insert(request, authenticated, parts);
  if (profile !== undefined) answered.headers["content-profile"] = profile;
  return answered;
}

/** Maps any error to an answer. Unexpected errors are logged in full and answered without a cause. */
function toRestError(error: FastifyError | errors.RestError, request: FastifyRequest): errors.RestError {
  if (error instanceof errors.RestError) return error;
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return errors.bodyTooLarge();
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return errors.invalidBody(`Content-Type not acceptable: ${request.headers["content-type"] ?? ""}`);
  }
  if (error.statusCode !== undefined && error.statusCode < 500)
    return errors.invalidBody("Empty or invalid json");
  request.log.error({ err: error }, "unexpected error");
  return errors.unexpected();
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

async function readRows(
  { headers, method, log }: FastifyRequest,
  { parameters, hasSecretKey }: AuthenticatedRequest,
  store: Pick<Store, "run">,
): Promise<Answer> {
  if (!hasSecretKey) throw errors.permissionDenied(hasSecretKey);
  const { count, applied } = parsePrefer(headers["prefer"]);
  const type = negotiate(headers.accept);
  const selection = parseSelect(parameters.get("select"));
  // Source: RFC 9110, section 14.2: a range is for GET alone.
  const query = parseQuery(parameters, method === "GET" ? headers.range : undefined);

  const result = await store.run("read", { ...query, count });
  if (result.kind === "unavailable") {
    log.error({ reason: result.reason }, "leads could not be read");
    throw errors.storeUnavailable();
  }
  const { rows, total } = result;
  const { offset } = query;
  if (total !== undefined && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
    throw errors.unsatisfiableRange(details, contentRange(offset, 0, total));
  }
  return {
    status: total !== undefined && rows.length < total ? 206 : 200,
    headers: { ...contentRange(offset, rows.length, total), ...applied, ...type.headers },
    body: render(rows, selection, type),
  };
}

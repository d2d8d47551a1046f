/** The REST API: `/rest/v1/lead_submissions` as PostgREST and the gateway before it answer a role that only inserts. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LEADS_TABLE } from "../../../contract/lead.ts";
import { REST_PATH } from "../../../contract/routes.ts";
import type { BuildManifest } from "../../../contract/build-manifest.ts";
import { BUSY_RETRY_SECONDS } from "../book-call-form.ts";
import { answerPreflight, authenticate, CORS_HEADERS } from "./early-answers.ts";
import type { Answer } from "./representation.ts";
import * as errors from "./errors.ts";
import { insert, type InsertParts } from "./insert.ts";

interface RestParts {
  manifest: Pick<BuildManifest, "messages">;
  publicKey: string;
  isBusy: () => boolean;
  inserting: InsertParts;
}

/** All answers below the path of the REST API have its format. */
export async function rest(app: FastifyInstance, parts: RestParts): Promise<void> {
  const { manifest, isBusy } = parts;
  app.addHook("onRequest", async (request, reply) => {
    // No cache may keep leads or errors.
    reply.headers({ ...CORS_HEADERS, "cache-control": "no-store" });
    // Before the body is read.
    if (request.method === "POST" && isBusy()) throw errors.tooBusy(BUSY_RETRY_SECONDS);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    send(reply, errors.errorAnswer(toRestError(error, request), manifest.messages)),
  );
  app.options("/*", answerPreflight);
  app.route({
    method: ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"],
    url: `/${LEADS_TABLE}`,
    handler: async (request, reply) => send(reply, await answer(request, parts)),
  });
  app.setNotFoundHandler((request) => {
    const [path = ""] = request.url.slice(REST_PATH.length + 1).split("?");
    if (path === LEADS_TABLE)
      throw new errors.RestError(405, "PGRST117", `Unsupported HTTP method: ${request.method}`, {
        headers: { allow: "OPTIONS,GET,HEAD,POST" },
      });
    if (!/^[^/]+$/.test(path))
      throw new errors.RestError(404, "PGRST125", "Invalid path specified in request URL");
    const unknown = `Could not find the table 'public.${path}' in the schema cache`;
    throw new errors.RestError(404, "PGRST205", unknown, {
      hint: `Perhaps you meant the table 'public.${LEADS_TABLE}'`,
    });
  });
}

async function answer(request: FastifyRequest, parts: RestParts): Promise<Answer> {
  const { method, headers, url } = request;
  const parameters = authenticate(headers, url, parts.publicKey);
  // Webhooks and the export serve programs that read.
  if (method !== "POST") throw errors.permissionDenied();
  // No store accepts this character, so no parameter can contain it.
  if (parameters.toString().includes("%00"))
    throw new errors.RestError(400, "22021", 'invalid byte sequence for encoding "UTF8": 0x00');
  const profile = headers["content-profile"]?.toString();
  if (profile !== undefined && profile !== "public")
    throw new errors.RestError(406, "PGRST106", `Invalid schema: ${profile}`, {
      hint: "Only the following schemas are exposed: public",
    });
  const inserted = await insert(request, parameters, parts.inserting);
  if (profile !== undefined) inserted.headers["content-profile"] = profile;
  return inserted;
}

/** Maps any error to an answer. Unexpected errors are logged in full and answered without a cause. */
function toRestError(error: FastifyError | errors.RestError, request: FastifyRequest): errors.RestError {
  if (error instanceof errors.RestError) return error;
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new errors.VisitorError(413, "body_too_large", "bodyTooLarge");
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return errors.invalidBody(`Content-Type not acceptable: ${request.headers["content-type"] ?? ""}`);
  }
  if (error.statusCode !== undefined && error.statusCode < 500)
    return errors.invalidBody("Empty or invalid json");
  request.log.error({ err: error }, "unexpected error");
  return new errors.VisitorError(500, "PGRSTX00", "unexpected");
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

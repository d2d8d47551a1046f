/**
 * The wire: `/rest/v1` as PostgREST and the gateway before it answer for the one table of leads. Reading the
 * request, rendering the answer and the errors are modules of their own; this one puts them in order.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MAX_IDEMPOTENCY_KEY_LENGTH } from "../../contract/limits.ts";
import type { TakeTokens } from "../http/rate-limit.ts";
import type { SameWhen, SubmitLeads } from "../leads/submit-lead.ts";
import type { LeadStore } from "../storage/store.ts";
import { errorAnswer, insertAnswer, readAnswer, type Answer } from "./answers.ts";
import type { Authenticate } from "./auth.ts";
import { answerPreflight, corsHeaders, isPreflight } from "./cors.ts";
import * as errors from "./errors.ts";
import { duplicateId, invalidLead } from "./postgres-errors.ts";
import { headerText, parseRequest, type RestRequest } from "./request.ts";
import { checkTable, parseResource, parseTarget } from "./resource.ts";
import { RestError } from "./rest-error.ts";

export interface RestParts {
  authenticate: Authenticate;
  submitLeads: SubmitLeads;
  store: LeadStore;
  takeTokens: TakeTokens;
  /** Origins that may call from a browser; undefined: every one. */
  corsOrigins: string[] | undefined;
}

/** Registers everything below a prefix. Whatever is asked there, the answer is in the wire's shape. */
export function registerRest(app: FastifyInstance, prefix: string, parts: RestParts): void {
  app.register(
    async (rest) => {
      rest.addHook("onRequest", async (request, reply) => {
        reply.headers(corsHeaders(request.headers.origin, parts.corsOrigins));
      });
      rest.setErrorHandler<FastifyError>((error, request, reply) =>
        send(reply, errorAnswer(toRestError(error, request))),
      );
      // Methods that the router does not know end up here, paths do not.
      rest.setNotFoundHandler((request, reply) => answer(request, reply, parts));
      rest.all("/", (request, reply) => answer(request, reply, parts));
      rest.all("/*", (request, reply) => answer(request, reply, parts));
    },
    { prefix },
  );
}

async function answer(request: FastifyRequest, reply: FastifyReply, parts: RestParts): Promise<FastifyReply> {
  // Leads and errors are for whoever asked, not for a cache on the way.
  reply.header("cache-control", "no-store");
  if (isPreflight(request)) return answerPreflight(request, reply);
  const target = parseTarget(request.url);
  if (request.method === "OPTIONS") {
    const resource = parseResource(target.path);
    if (resource.kind === "function") throw errors.noFunction(resource.name, [], false);
    checkTable(resource.name);
    return reply.header("allow", "OPTIONS,GET,HEAD,POST").send();
  }
  const role = parts.authenticate({
    header: headerText(request.headers["apikey"]),
    parameter: target.parameters.get("apikey") ?? undefined,
    authorization: request.headers.authorization,
  });
  target.parameters.delete("apikey");
  const asked = parseRequest(request, target, role);
  if (asked.kind === "insert" && role === "anonymous") pay(request.ip, asked.drafts.length, parts.takeTokens);
  return send(
    reply,
    asked.kind === "insert" ? await insert(request, asked, parts) : await read(request, asked, parts),
  );
}

/** An empty batch costs one too: the store remembers its key. @throws {RestError} 413 and 429 */
function pay(address: string, leads: number, takeTokens: TakeTokens): void {
  const wait = takeTokens(address, Math.max(1, leads));
  if (wait === Infinity) throw errors.tooManyLeads(leads);
  if (wait > 0) throw errors.tooManyRequests(wait);
}

async function insert(
  request: FastifyRequest,
  asked: Extract<RestRequest, { kind: "insert" }>,
  { submitLeads }: RestParts,
): Promise<Answer> {
  const result = await submitLeads(asked.drafts, sameWhen(headerText(request.headers["idempotency-key"])));
  if (result.kind === "stored") return insertAnswer(asked, result.rows);
  if (result.kind === "invalid") throw invalidLead(result.problems, result.row, asked.drafts.length);
  if (result.kind === "duplicate-id") throw duplicateId();
  if (result.kind === "key-reused") throw errors.keyReused();
  if (result.kind === "refused")
    throw new Error(`The store refused what validation accepted: ${result.reason}`);
  request.log.error({ reason: result.reason }, "a lead could not be stored");
  throw errors.storeUnavailable();
}

async function read(
  request: FastifyRequest,
  asked: Extract<RestRequest, { kind: "read" }>,
  { store }: RestParts,
): Promise<Answer> {
  const result = await store.read(asked.query);
  if (result.kind === "rows") return readAnswer(asked, result.rows, result.total);
  request.log.error({ reason: result.reason }, "leads could not be read");
  throw errors.storeUnavailable();
}

function sameWhen(header: string | undefined): SameWhen {
  if (header === undefined) return { kind: "never" };
  if (!/^[!-~]+$/.test(header) || header.length > MAX_IDEMPOTENCY_KEY_LENGTH) throw errors.keyUnusable();
  return { kind: "key", key: header };
}

/** What went wrong before or in the handler. What nobody expected is logged whole and answered without a cause. */
function toRestError(error: FastifyError | RestError, request: FastifyRequest): RestError {
  if (error instanceof RestError) return error;
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return errors.bodyTooLarge();
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return errors.invalidBody(`Content-Type not acceptable: ${request.headers["content-type"] ?? ""}`);
  }
  // Fastify wants a content type with QUERY before it looks for a handler.
  if (error.code === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE") return errors.unsupportedMethod(request.method);
  if (error.statusCode !== undefined && error.statusCode < 500)
    return errors.invalidBody("Empty or invalid json");
  request.log.error({ err: error }, "unexpected error");
  return errors.unexpected();
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

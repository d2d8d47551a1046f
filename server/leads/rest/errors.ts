import type { FastifyReply } from "fastify";
import type { Messages } from "../../../contract/content/schema.ts";
import type { FieldProblem } from "../../../contract/http/page.ts";
import { LEADS_TABLE } from "../../../contract/lead/lead.ts";
import { RETRY_SECONDS } from "../../store/store.ts";

interface More {
  details?: string;
  /** For the site's own form, as `details` are for programs. */
  problems?: readonly FieldProblem[];
  hint?: string;
  headers?: Record<string, string>;
}

export class RestError extends Error {
  readonly status;
  /** Source: PostgREST docs, "Errors". */
  readonly body;
  readonly headers;

  constructor(status: number, code: string, message: string, more: More = {}) {
    super(message);
    const { details = null, hint = null, problems, headers } = more;
    this.status = status;
    this.body = { code, details, hint, problems };
    this.headers = { ...headers, "proxy-status": `PostgREST; error=${code}` };
  }
}

export class VisitorError extends RestError {
  readonly sentence;

  constructor(
    status: number,
    code: string,
    sentence: keyof Messages,
    more?: More,
  ) {
    super(status, code, sentence, more);
    this.sentence = sentence;
  }
}

export function sendError(
  reply: FastifyReply,
  error: RestError,
  messages: Messages,
): FastifyReply {
  const message =
    error instanceof VisitorError ? messages[error.sentence] : error.message;
  reply
    .code(error.status)
    .type("application/json; charset=utf-8")
    .headers(error.headers);
  return reply.send({ ...error.body, message });
}

export const retryIn = (seconds = RETRY_SECONDS) => ({
  headers: { "retry-after": String(seconds) },
});

export const invalidBody = (message: string, more?: More) =>
  new RestError(400, "PGRST102", message, more);

export const notImplemented = (details: string) =>
  new RestError(400, "PGRST127", "Feature not implemented", { details });

/** What PostgREST answers when an anonymous role lacks a permission. */
export const permissionDenied = () =>
  new RestError(401, "42501", `permission denied for table ${LEADS_TABLE}`, {
    headers: { "www-authenticate": "Bearer" },
  });

export const tooManyRequests = (seconds: number) =>
  new VisitorError(429, "rate_limited", "tooManyRequests", retryIn(seconds));

export const tooBusy = (seconds: number) =>
  new VisitorError(503, "too_busy", "tooBusy", retryIn(seconds));

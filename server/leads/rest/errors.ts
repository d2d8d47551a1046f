/** The errors of the protocol: PostgREST's, and PostgreSQL's in their words; for visitors, sentences. */
import { STORE_RETRY_SECONDS } from "../../store/store.ts";
import { LEADS_TABLE, type LeadColumn } from "../../../contract/lead.ts";
import type { Messages } from "../../../contract/messages.ts";
import type { RestErrorBody } from "../../../contract/rest-api.ts";
import type { Problem, ProblemKind } from "../../../contract/validation.ts";

interface More {
  details?: string | null;
  hint?: string | null;
  headers?: Record<string, string>;
  said?: keyof Messages;
}

/** Thrown while a request is read, and answered in one place with all that PostgREST says of an error. */
export class RestError extends Error {
  override name = "RestError";
  readonly status: number;
  readonly body: RestErrorBody;
  /** Sent beside the content type. */
  readonly headers: Record<string, string>;
  /** Names a sentence for visitors, in the place of the message. */
  readonly said: keyof Messages | undefined;

  constructor(status: number, code: string, message: string, more: More = {}) {
    super(message);
    const { details = null, hint = null, headers = {}, said } = more;
    this.status = status;
    this.said = said;
    this.body = { code, message, details, hint };
    this.headers = { ...headers, "proxy-status": `PostgREST; error=${code}` };
  }
}

const restError = (...error: ConstructorParameters<typeof RestError>) => new RestError(...error);

/** An error that a visitor may cause, in the words of the content. */
const visitorError = (status: number, code: string, said: keyof Messages, more: More = {}) =>
  new RestError(status, code, said, { ...more, said });

export function errorAnswer({ status, body, headers, said }: RestError, messages: Messages) {
  const type = { "content-type": "application/json; charset=utf-8" };
  const whole = said === undefined ? body : { ...body, message: messages[said] };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(whole) };
}

const KEY_CHALLENGE = { "www-authenticate": 'Key realm="leads"' };

export const noApiKey = () =>
  restError(401, "no_api_key", "No API key found in request", {
    hint: "No `apikey` request header or url param was found.",
    headers: KEY_CHALLENGE,
  });

export const invalidApiKey = () =>
  restError(401, "invalid_api_key", "Invalid API key", {
    hint: "Double check your `apikey`.",
    headers: KEY_CHALLENGE,
  });

export const invalidToken = () =>
  restError(401, "PGRST301", "The bearer token is not the API key", {
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });

/** @param at where in the text the item begins that cannot be read, counted from 1 */
export const unreadableParameter = (kind: string, text: string, at: number) =>
  restError(400, "PGRST100", `"failed to parse ${kind} (${text})" (line 1, column ${at})`);

export const invalidBody = (message: string, details: string | null = null) =>
  restError(400, "PGRST102", message, { details });

export const unknownSchema = (schema: string) =>
  restError(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: "Only the following schemas are exposed: public",
  });

export const notAcceptable = (mediaTypes: string) =>
  restError(406, "PGRST107", `None of these media types are available: ${mediaTypes}`);

export const notSingular = (rows: number) =>
  restError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });

export const unsupportedMethod = (method: string) =>
  restError(405, "PGRST117", `Unsupported HTTP method: ${method}`, {
    headers: { allow: "OPTIONS,GET,HEAD,POST" },
  });

export const invalidPath = () => restError(404, "PGRST125", "Invalid path specified in request URL");

/** The error for features of PostgREST that this server does not have. */
export const notImplemented = (details: string) =>
  restError(400, "PGRST127", "Feature not implemented", { details });

export const noSuchColumn = (column: string) =>
  restError(400, "PGRST204", `Could not find the '${column}' column of '${LEADS_TABLE}' in the schema cache`);

export const noSuchTable = (table: string) =>
  restError(404, "PGRST205", `Could not find the table 'public.${table}' in the schema cache`, {
    hint: `Perhaps you meant the table 'public.${LEADS_TABLE}'`,
  });

export const bodyTooLarge = () => visitorError(413, "body_too_large", "bodyTooLarge");

export const tooManyLeads = (leads: number) =>
  restError(413, "too_many_leads", "These are more leads than the public key may send in a minute.", {
    details: `The request has ${leads} leads, and each counts, long ones several times.`,
  });

export const keyUnusable = () =>
  visitorError(400, "idempotency_key_unusable", "keyUnusable", {
    details: "Idempotency-Key takes 1 to 255 visible ASCII characters.",
  });

export const keyReused = () =>
  visitorError(422, "idempotency_key_reused", "keyReused", {
    details: "The Idempotency-Key was used for another body.",
  });

export const tooManyRequests = (retryAfter: number) =>
  visitorError(429, "rate_limited", "tooManyRequests", { headers: { "retry-after": String(retryAfter) } });

export const tooBusy = (retryAfter: number) =>
  visitorError(503, "too_busy", "tooBusy", { headers: { "retry-after": String(retryAfter) } });

export const storeUnavailable = () =>
  visitorError(503, "PGRST000", "storeUnavailable", {
    headers: { "retry-after": String(STORE_RETRY_SECONDS) },
  });

export const unexpected = () => visitorError(500, "PGRSTX00", "unexpected");

/** PostgREST answers an anonymous role like this for what it may not do. */
export const permissionDenied = () =>
  restError(401, "42501", `permission denied for table ${LEADS_TABLE}`, {
    headers: { "www-authenticate": "Bearer" },
  });

export const foreignOrigin = () =>
  restError(403, "foreign_origin", "CORS_ORIGINS does not name the origin of this request.");

export const undefinedColumn = (column: string) =>
  restError(400, "42703", `column ${LEADS_TABLE}.${column} does not exist`);

export const invalidId = (value: string) =>
  restError(400, "22P02", `invalid input syntax for type uuid: "${value}"`);

export const notText = (column: LeadColumn) =>
  visitorError(400, "22P02", "notText", { details: `Column "${column}" takes text.` });

export const nullCharacter = () => restError(400, "22021", 'invalid byte sequence for encoding "UTF8": 0x00');

export const duplicateId = () =>
  visitorError(409, "23505", "alreadyStored", {
    details: `duplicate key value violates unique constraint "${LEADS_TABLE}_pkey"`,
  });

const PROBLEM_CODES: Record<ProblemKind, string> = {
  missing: "23502",
  "too-long": "22001",
  invalid: "23514",
};

const relation = `relation "${LEADS_TABLE}"`;

const PROBLEM_DETAILS: Record<ProblemKind, (column: LeadColumn) => string> = {
  missing: (column) => `null value in column "${column}" of ${relation} violates not-null constraint`,
  "too-long": (column) => `value too long for column "${column}" of ${relation}`,
  invalid: (column) => `new row for ${relation} violates check constraint "${LEADS_TABLE}_${column}_check"`,
};

/** The first problem is the message; `details` has all of them, in PostgreSQL's words. */
export const invalidLead = (problems: readonly [Problem, ...Problem[]], row: number, rows: number) => {
  const details = problems.map(({ column, kind }) => PROBLEM_DETAILS[kind](column)).join("; ");
  return restError(400, PROBLEM_CODES[problems[0].kind], problems[0].message, {
    details: rows > 1 ? `Row ${row + 1}: ${details}` : details,
  });
};

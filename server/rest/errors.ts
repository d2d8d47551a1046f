/**
 * The table of errors. Codes, statuses and texts of the protocol are PostgREST's (docs, "Errors"); where a
 * visitor can cause the error, the message is a sentence for visitors and PostgreSQL's text stands in `details`.
 * Codes in words are ours: PostgREST has none for them.
 */
import { LEADS_TABLE, type LeadColumn } from "../../contract/lead.ts";
import * as messages from "../../contract/messages.ts";
import type { Problem, ProblemKind } from "../../contract/validation.ts";
import { STORE_RETRY_SECONDS } from "../storage/store.ts";
import { RestError } from "./rest-error.ts";

interface More {
  details?: string | null;
  hint?: string | null;
  headers?: Record<string, string>;
}

function error(status: number, code: string, message: string, more: More = {}): RestError {
  const { details = null, hint = null, headers = {} } = more;
  return new RestError(
    status,
    { code, message, details, hint },
    { ...headers, "proxy-status": `PostgREST; error=${code}` },
  );
}

function gatewayError(message: string, hint: string): RestError {
  return new RestError(401, { message, hint }, { "www-authenticate": 'Key realm="leads"' });
}

// The gateway and who is asking.

export const noApiKey = () =>
  gatewayError("No API key found in request", "No `apikey` request header or url param was found.");

export const invalidApiKey = () => gatewayError("Invalid API key", "Double check your `apikey`.");

export const invalidToken = (message: string) =>
  error(401, "PGRST301", message, {
    headers: { "www-authenticate": `Bearer error="invalid_token", error_description="${message}"` },
  });

/** @param authenticated whether the asker is more than the anonymous visitor. */
export const permissionDenied = (authenticated: boolean) =>
  error(authenticated ? 403 : 401, "42501", `permission denied for table ${LEADS_TABLE}`, {
    headers: authenticated ? {} : { "www-authenticate": "Bearer" },
  });

// The request.

/** @param at where in the text reading failed, counted from 1. */
export const unreadableParameter = (kind: string, text: string, at: number, details: string) =>
  error(400, "PGRST100", `"failed to parse ${kind} (${text})" (line 1, column ${at})`, { details });

export const invalidBody = (message: string, details?: string) =>
  error(400, "PGRST102", message, details === undefined ? {} : { details });

export const emptyOrInvalidJson = (details?: string) => invalidBody("Empty or invalid json", details);

export const unsatisfiableRange = (details: string) =>
  error(416, "PGRST103", "Requested range not satisfiable", { details });

export const unknownSchema = (schema: string) =>
  error(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: "Only the following schemas are exposed: public",
  });

export const notAcceptable = (mediaTypes: readonly string[]) =>
  error(406, "PGRST107", `None of these media types are available: ${mediaTypes.join(", ")}`);

export const notSingular = (rows: number) =>
  error(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });

export const unsupportedMethod = (method: string) =>
  error(405, "PGRST117", `Unsupported HTTP method: ${method}`, {
    headers: { allow: "OPTIONS,GET,HEAD,POST" },
  });

export const invalidPreferences = (preferences: readonly string[]) =>
  error(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${preferences.join(", ")}`,
  });

export const aggregatesNotAllowed = () => error(400, "PGRST123", "Use of aggregate functions is not allowed");

export const invalidPath = () => error(404, "PGRST125", "Invalid path specified in request URL");

export const noRootEndpoint = () => error(404, "PGRST126", "Root endpoint metadata is disabled");

/** What PostgREST can do and this server does not. */
export const notImplemented = (details: string) =>
  error(400, "PGRST127", "Feature not implemented", { details });

// The schema.

export const noRelationship = (to: string) =>
  error(
    400,
    "PGRST200",
    `Could not find a relationship between '${LEADS_TABLE}' and '${to}' in the schema cache`,
  );

export const noFunction = (name: string) =>
  error(404, "PGRST202", `Could not find the function public.${name} without parameters in the schema cache`);

export const noSuchColumn = (column: string) =>
  error(400, "PGRST204", `Could not find the '${column}' column of '${LEADS_TABLE}' in the schema cache`);

export const noSuchTable = (table: string, similar: string | undefined) =>
  error(404, "PGRST205", `Could not find the table 'public.${table}' in the schema cache`, {
    hint: similar === undefined ? null : `Perhaps you meant the table 'public.${similar}'`,
  });

export const undefinedColumn = (column: string) =>
  error(400, "42703", `column ${LEADS_TABLE}.${column} does not exist`);

// The values. Source of codes and details: PostgreSQL docs, appendix A.

export const invalidText = (type: string, value: string) =>
  error(400, "22P02", `invalid input syntax for type ${type}: "${value}"`);

export const invalidTime = (value: string) =>
  error(400, "22007", `invalid input syntax for type timestamp with time zone: "${value}"`);

export const notText = (column: LeadColumn, type: string) =>
  error(400, "22P02", messages.unreadable(column), {
    details: `Column "${column}" takes text, not ${type}.`,
  });

export const nullId = () =>
  error(400, "23502", `null value in column "id" of relation "${LEADS_TABLE}" violates not-null constraint`);

const PROBLEM_CODES: Record<ProblemKind, string> = {
  missing: "23502",
  "too-long": "22001",
  invalid: "23514",
  unreadable: "22021",
};

/** The first problem is the message; `details` has all of them, in PostgreSQL's words. */
export const invalidLead = (problems: readonly [Problem, ...Problem[]], row: number, rows: number) => {
  const details = problems.map(({ column, kind }) => PROBLEM_DETAILS[kind](column)).join("; ");
  return error(400, PROBLEM_CODES[problems[0].kind], problems[0].message, {
    details: rows > 1 ? `Row ${row + 1}: ${details}` : details,
  });
};

const relation = `relation "${LEADS_TABLE}"`;

const PROBLEM_DETAILS: Record<ProblemKind, (column: LeadColumn) => string> = {
  missing: (column) => `null value in column "${column}" of ${relation} violates not-null constraint`,
  "too-long": (column) => `value too long for column "${column}" of ${relation}`,
  invalid: (column) => `new row for ${relation} violates check constraint "${LEADS_TABLE}_${column}_check"`,
  unreadable: (column) => `invalid character in column "${column}" of ${relation}`,
};

export const duplicateId = () =>
  error(409, "23505", messages.ALREADY_STORED, {
    details: `duplicate key value violates unique constraint "${LEADS_TABLE}_pkey"`,
  });

// The limits.

export const bodyTooLarge = () => error(413, "body_too_large", messages.BODY_TOO_LARGE);

export const keyUnusable = () =>
  error(400, "idempotency_key_unusable", messages.KEY_UNUSABLE, {
    details: "Idempotency-Key takes 1 to 255 visible ASCII characters.",
  });

export const keyReused = () =>
  error(422, "idempotency_key_reused", messages.KEY_REUSED, {
    details: "The Idempotency-Key was used for another body.",
  });

export const tooManyRequests = (retryAfter: number) =>
  error(429, "rate_limited", messages.TOO_MANY_REQUESTS, { headers: { "retry-after": String(retryAfter) } });

export const storeUnavailable = () =>
  error(503, "PGRST000", messages.STORE_UNAVAILABLE, {
    headers: { "retry-after": String(STORE_RETRY_SECONDS) },
  });

export const unexpected = () => error(500, "PGRSTX00", messages.UNEXPECTED);

/**
 * The table of errors of the protocol. Codes, statuses and texts are PostgREST's (docs, "Errors"); where a visitor
 * can cause the error, the message is a sentence for visitors. Codes in words are ours: PostgREST has none for them.
 */
import { STORE_RETRY_SECONDS } from "../storage/availability.ts";
import { LEADS_TABLE } from "../../contract/lead.ts";
import * as messages from "../../contract/messages.ts";
import { NOT_IMPLEMENTED, RestError, restError as error } from "./rest-error.ts";

function gatewayError(message: string, hint: string): RestError {
  return new RestError(401, { message, hint }, { "www-authenticate": 'Key realm="leads"' });
}

// The gateway and who is asking.

export const noApiKey = () =>
  gatewayError("No API key found in request", "No `apikey` request header or url param was found.");

export const invalidApiKey = () => gatewayError("Invalid API key", "Double check your `apikey`.");

export const invalidToken = (message: string, details: string | null = null) =>
  error(401, "PGRST301", message, {
    details,
    headers: { "www-authenticate": `Bearer error="invalid_token", error_description="${message}"` },
  });

// The request.

/** @param at where in the text reading failed, counted from 1. */
export const unreadableParameter = (kind: string, text: string, at: number, details: string) =>
  error(400, "PGRST100", `"failed to parse ${kind} (${text})" (line 1, column ${at})`, { details });

export const invalidBody = (message: string, details?: string) =>
  error(400, "PGRST102", message, details === undefined ? {} : { details });

export const methodNotOfFunction = (method: string) =>
  error(405, "PGRST101", `Cannot use the ${method} method on RPC`, {
    headers: { allow: "OPTIONS,GET,HEAD,POST" },
  });

export const emptyOrInvalidJson = (details?: string) => invalidBody("Empty or invalid json", details);

export const unsatisfiableRange = (details: string, headers: Record<string, string> = {}) =>
  error(416, "PGRST103", "Requested range not satisfiable", { details, headers });

export const unknownSchema = (schema: string) =>
  error(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: "Only the following schemas are exposed: public",
  });

export const notAcceptable = (mediaTypes: readonly string[]) =>
  error(406, "PGRST107", `None of these media types are available: ${mediaTypes.join(", ")}`);

export const notEmbedded = (resource: string) =>
  error(400, "PGRST108", `'${resource}' is not an embedded resource in this request`, {
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  });

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
  error(400, NOT_IMPLEMENTED, "Feature not implemented", { details });

// The schema.

export const noRelationship = (to: string, through: string | undefined) =>
  error(
    400,
    "PGRST200",
    `Could not find a relationship between '${LEADS_TABLE}' and '${to}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${LEADS_TABLE}' and '${to}' ` +
        `${through === undefined ? "" : `using the hint '${through}' `}in the schema 'public', ` +
        "but no matches were found.",
    },
  );

/** @param names of the arguments. @param isPost whether they stand in a body of JSON. */
export const noFunction = (name: string, names: readonly string[], isPost: boolean) => {
  const one = `public.${name}`;
  const given = names.length === 1 ? "parameter" : "parameters";
  const searched = names.length === 0 ? "without parameters" : `with ${given} ${names.join(", ")}`;
  return error(
    404,
    "PGRST202",
    `Could not find the function ${one}${names.length === 0 ? " without parameters" : `(${names.join(", ")})`} ` +
      "in the schema cache",
    {
      details:
        `Searched for the function ${one} ${searched}` +
        `${isPost ? " or with a single unnamed json/jsonb parameter" : ""}, ` +
        "but no matches were found in the schema cache.",
    },
  );
};

export const noSuchColumn = (column: string) =>
  error(400, "PGRST204", `Could not find the '${column}' column of '${LEADS_TABLE}' in the schema cache`);

export const noSuchTable = (table: string, similar: string | undefined) =>
  error(404, "PGRST205", `Could not find the table 'public.${table}' in the schema cache`, {
    hint: similar === undefined ? null : `Perhaps you meant the table 'public.${similar}'`,
  });

// The limits.

export const bodyTooLarge = () => error(413, "body_too_large", messages.BODY_TOO_LARGE);

/** @param leads in one request */
export const tooManyLeads = (leads: number) =>
  error(413, "too_many_leads", "These are more leads than the public key may send in a minute.", {
    details: `The request has ${leads} leads, and each counts. The secret key has no limit.`,
  });

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

/** The body of an insert. Source: PostgREST docs, "Insert" and "Specifying Columns". */
import { isLeadColumn } from "../../contract/lead.ts";
import { MAX_FORM_FIELDS, MAX_JSON_VALUES } from "../../contract/limits.ts";
import { parseFormBody } from "../http/form-body.ts";
import type { LeadDraft } from "../leads/submit-lead.ts";
import { parseUuid } from "../leads/uuid.ts";
import { invalidBody, noSuchColumn } from "./errors.ts";
import { createParameterReader } from "./parameter-reader.ts";
import { invalidId, notText, permissionDenied } from "./postgres-errors.ts";

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

type JsonObject = Record<string, unknown>;

export interface Payload {
  body: unknown;
  contentType: string | undefined;
  /** `columns=`: the keys to take; others are left out, and objects may lack some. */
  columns: string | null;
  hasSecretKey: boolean;
}

/**
 * The leads of a body.
 *
 * @throws {RestError} PGRST102 and PGRST204, or what PostgreSQL has against an id, a value that is no text (22P02)
 *   or the column that only the server writes (42501).
 */
export function parsePayload({ body, contentType, columns, hasSecretKey }: Payload): LeadDraft[] {
  const objects = readObjects(Buffer.isBuffer(body) ? body : Buffer.alloc(0), contentType);
  const keys = Object.keys(objects[0] ?? {});
  const sameKeys = (object: JsonObject) =>
    Object.keys(object).length === keys.length && keys.every((key) => Object.hasOwn(object, key));
  if (columns === null && !objects.every(sameKeys)) throw invalidBody("All object keys must match");
  const taken = columns === null ? keys : parseColumns(columns);
  for (const column of taken) {
    if (column === "created_at") throw permissionDenied(hasSecretKey);
    if (column !== "id" && !isLeadColumn(column)) throw noSuchColumn(column);
  }
  return objects.map((object) => toDraft(object, taken));
}

function parseColumns(text: string): string[] {
  const reader = createParameterReader("columns parameter", text);
  const columns = reader.list(reader.name);
  reader.end();
  return columns;
}

function readObjects(body: Buffer, contentType = "application/json"): JsonObject[] {
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase();
  if (mediaType === "application/json") {
    const json = parseJson(body);
    const objects: unknown[] = Array.isArray(json) ? json : [json];
    // PostgREST takes a bare value for an empty list and answers 201; a lead that is not stored is no success here.
    if (!objects.every(isObject)) throw invalidBody("All object keys must match");
    return objects;
  }
  if (mediaType !== "application/x-www-form-urlencoded")
    throw invalidBody(`Content-Type not acceptable: ${contentType}`);
  const fields = parseFormBody(body);
  if (!fields)
    throw invalidBody(
      "Empty or invalid form",
      `A field is named twice or is not encoded as UTF-8, or there are more than ${MAX_FORM_FIELDS}.`,
    );
  return [Object.fromEntries(fields)];
}

function parseJson(body: Buffer): unknown {
  if (hasTooManyValues(body)) throw invalidBody("Empty or invalid json", "It has too many values.");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw invalidBody("Empty or invalid json");
  }
}

/** Looks at the bytes alone: each value but the first follows a comma or opens a list or an object. */
function hasTooManyValues(body: Buffer): boolean {
  let values = 1;
  for (let at = 0, inText = false; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) inText = !inText;
    else if (inText) at += byte === BACKSLASH ? 1 : 0;
    else if ((byte === COMMA || byte === BRACKET || byte === BRACE) && ++values > MAX_JSON_VALUES)
      return true;
  }
  return false;
}

function toDraft(object: JsonObject, columns: readonly string[]): LeadDraft {
  const draft: LeadDraft = { fields: {} };
  for (const column of columns) {
    const value = (Object.hasOwn(object, column) ? object[column] : undefined) ?? null;
    if (isLeadColumn(column)) {
      if (value !== null && typeof value !== "string") throw notText(column);
      draft.fields[column] = value;
    } else if (value !== null) {
      const id = typeof value === "string" ? parseUuid(value) : undefined;
      if (id === undefined) throw invalidId(typeof value === "string" ? value : typeof value);
      draft.id = id;
    }
  }
  return draft;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

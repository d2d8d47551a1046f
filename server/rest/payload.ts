/** The body of an insert. Source: PostgREST docs, "Insert" and "Specifying Columns". */
import { isLeadColumn } from "../../contract/lead.ts";
import { parseFormBody } from "../http/form-body.ts";
import type { LeadDraft } from "../leads/submit-lead.ts";
import { parseUuid } from "../leads/uuid.ts";
import { readCsv } from "./csv.ts";
import { emptyOrInvalidJson, invalidBody, noSuchColumn } from "./errors.ts";
import { hasDuplicateKeys } from "./json-keys.ts";
import { invalidText, notText, nullId, permissionDenied } from "./postgres-errors.ts";

type JsonObject = Record<string, unknown>;

export interface PayloadOptions {
  contentType: string | undefined;
  /** `columns=`: the keys to take; others are left out, and objects may lack some. */
  columns: string[] | undefined;
  /** Whether an object that lacks a column gets the column's default instead of null. */
  applyDefaults: boolean;
  authenticated: boolean;
}

/** A body that is a list of objects with columns that the table has. */
export interface Payload {
  objects: JsonObject[];
  columns: readonly string[];
}

const GENERATED = "created_at";

/**
 * Reads a body.
 *
 * @throws {RestError} PGRST102 and PGRST204
 */
export function readPayload(body: Buffer, options: PayloadOptions): Payload {
  const objects = readObjects(body, options);
  const columns = options.columns ?? Object.keys(objects[0] ?? {});
  const unknown = columns.find((column) => column !== "id" && column !== GENERATED && !isLeadColumn(column));
  if (unknown !== undefined) throw noSuchColumn(unknown);
  return { objects, columns };
}

/**
 * The leads of a body.
 *
 * @throws {RestError} what PostgreSQL would have against them: 22P02, 23502, or 42501 for the column that only the
 *   server writes.
 */
export function toDrafts({ objects, columns }: Payload, options: PayloadOptions): LeadDraft[] {
  if (columns.includes(GENERATED)) throw permissionDenied(options.authenticated);
  return objects.map((object) => toDraft(object, columns, options));
}

/** Types that PostgREST takes for function calls and not for tables; it names them without their parameters. */
const KNOWN_TYPES = ["text/plain", "text/xml", "application/octet-stream", "application/geo+json"];

function readObjects(body: Buffer, { contentType, columns }: PayloadOptions): JsonObject[] {
  const given = contentType ?? "application/json";
  const mediaType = given.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType === "application/json") return jsonObjects(body, columns !== undefined);
  if (mediaType === "text/csv") return readCsv(decode(body));
  if (mediaType === "application/x-www-form-urlencoded") {
    const fields = parseFormBody(body);
    if (!fields)
      throw invalidBody("Empty or invalid form", "A field is named twice or is not encoded as UTF-8.");
    return [Object.fromEntries(fields)];
  }
  throw invalidBody(`Content-Type not acceptable: ${KNOWN_TYPES.includes(mediaType) ? mediaType : given}`);
}

function jsonObjects(body: Buffer, keysMayDiffer: boolean): JsonObject[] {
  const json = parseJson(body);
  const objects: unknown[] = Array.isArray(json) ? json : [json];
  // PostgREST takes a bare value for an empty list and answers 201; a lead that is not stored is no success here.
  if (!objects.every(isObject)) throw invalidBody("All object keys must match");
  const [first] = objects;
  if (first && !keysMayDiffer) {
    const keys = Object.keys(first);
    const same = (object: JsonObject) =>
      Object.keys(object).length === keys.length && keys.every((key) => Object.hasOwn(object, key));
    if (!objects.every(same)) throw invalidBody("All object keys must match");
  }
  return objects;
}

function parseJson(body: Buffer): unknown {
  const text = decode(body);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw emptyOrInvalidJson();
  }
  if (hasDuplicateKeys(text)) throw emptyOrInvalidJson("An object names a key twice.");
  return json;
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw emptyOrInvalidJson("The body is not encoded as UTF-8.");
  }
}

function toDraft(
  object: JsonObject,
  columns: readonly string[],
  { applyDefaults }: PayloadOptions,
): LeadDraft {
  const draft: LeadDraft = { fields: {} };
  for (const column of columns) {
    const value = Object.hasOwn(object, column) ? object[column] : undefined;
    if (isLeadColumn(column)) {
      if (value !== undefined && value !== null && typeof value !== "string")
        throw notText(column, typeName(value));
      draft.fields[column] = value ?? null;
    } else {
      const id = parseId(value, applyDefaults);
      if (id !== undefined) draft.id = id;
    }
  }
  return draft;
}

function parseId(value: unknown, applyDefaults: boolean): string | undefined {
  if (value === undefined && applyDefaults) return undefined;
  if (value === undefined || value === null) throw nullId();
  const id = typeof value === "string" ? parseUuid(value) : undefined;
  if (id === undefined) throw invalidText("uuid", typeof value === "string" ? value : typeName(value));
  return id;
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

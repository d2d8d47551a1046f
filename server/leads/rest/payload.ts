import { attempt } from "../../../contract/attempt.ts";
import { ASKED_KEY, NUMBER_KEY } from "../../../contract/http/rest-api.ts";
import { isLeadColumn, LEADS_TABLE } from "../../../contract/lead/lead.ts";
import { cleanLine } from "../../../contract/lead/typed-text.ts";
import { MAX_FORM_FIELDS } from "../../../contract/limits.ts";
import { parseFormBody } from "../../http/forms.ts";
import type { LeadDraft } from "../submit-lead.ts";
import { parseUuid } from "../uuid.ts";
import {
  invalidBody,
  permissionDenied,
  RestError,
  VisitorError,
} from "./errors.ts";
import { parseList } from "./representation.ts";

type JsonObject = Record<string, unknown>;

const NUMBER_KEYS = [NUMBER_KEY, ASKED_KEY];

/**
 * Source: PostgREST docs, "Insert". @param
 * columns the only keys that are read; null: all
 * @throws {RestError} PGRST100, PGRST102, PGRST127, PGRST204, 22P02, 42501
 */
export function parsePayload(
  body: unknown,
  columns: string | null,
  contentType: string | undefined,
  asksNumber: boolean,
) {
  const objects = readObjects(
    Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    contentType,
  );
  const takesNumber = asksNumber && objects.length === 1;
  const keys = Object.keys(objects[0] ?? {});
  const hasKeys = (object: JsonObject) =>
    Object.keys(object).length === keys.length &&
    keys.every((key) => Object.hasOwn(object, key));
  if (columns === null && !objects.every(hasKeys))
    throw invalidBody("All object keys must match");
  const columnNames =
    columns === null
      ? keys
      : parseList("columns parameter", columns).map(({ name }) => name);
  for (const column of columnNames) {
    if (column === "created_at") throw permissionDenied();
    const isNumber = takesNumber && NUMBER_KEYS.includes(column);
    if (column !== "id" && !isNumber && !isLeadColumn(column))
      throw new RestError(
        400,
        "PGRST204",
        `Could not find the '${column}' column of '${LEADS_TABLE}' in the schema cache`,
      );
  }
  return objects.map((object) => toDraft(object, columnNames));
}

function readObjects(
  body: Buffer,
  contentType = "application/json",
): JsonObject[] {
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase();
  if (mediaType === "application/json") {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const json: unknown = attempt(() => JSON.parse(decoder.decode(body)));
    if (json === undefined) throw invalidBody("Empty or invalid json");
    const objects: unknown[] = Array.isArray(json) ? json : [json];
    // PostgREST would treat a bare value as an
    // empty list, and answer 201 without a lead.
    if (!objects.every(isObject))
      throw invalidBody("All object keys must match");
    return objects;
  }
  if (mediaType !== "application/x-www-form-urlencoded")
    throw invalidBody(`Content-Type not acceptable: ${mediaType}`);
  const fields = parseFormBody(body);
  if (!fields)
    throw invalidBody("Empty or invalid form", {
      details: `A field is named twice, or there are more than ${MAX_FORM_FIELDS}.`,
    });
  return [Object.fromEntries(fields)];
}

function toDraft(object: JsonObject, columns: readonly string[]): LeadDraft {
  const draft: LeadDraft = { fields: {} };
  for (const column of columns) {
    const value = object[column] ?? null;
    if (isLeadColumn(column)) draft.fields[column] = textOf(column, value);
    else if (column === NUMBER_KEY)
      draft.number = cleanLine(textOf(column, value) ?? "");
    else if (column === ASKED_KEY)
      draft.asked = cleanLine(textOf(column, value) ?? "");
    else if (value !== null) draft.id = idOf(value);
  }
  return draft;
}

function idOf(value: unknown): string {
  const text = typeof value === "string" ? value : typeof value;
  const id = parseUuid(text);
  const problem = `invalid input syntax for type uuid: "${text}"`;
  if (id === undefined) throw new RestError(400, "22P02", problem);
  return id;
}

function textOf(column: string, value: unknown): string | null {
  if (value === null || typeof value === "string") return value;
  throw new VisitorError(400, "22P02", "notText", {
    details: `Column "${column}" takes text.`,
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

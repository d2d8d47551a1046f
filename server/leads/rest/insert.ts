/** `POST`: stores leads, and returns the requested part of them, by default nothing. */
import type { FastifyRequest } from "fastify";
import { FORM_TIMING_HEADER } from "../../../contract/form-timing.ts";
import {
  CONFIRMATION_HEADER,
  IDEMPOTENCY_HEADER,
  OFFER_HEADER,
  SOURCE_HEADER,
} from "../../../contract/rest-api.ts";
import { MAX_IDEMPOTENCY_KEY_LENGTH, MAX_FORM_FIELDS, MAX_JSON_VALUES } from "../../../contract/limits.ts";
import type { LeadFormParts } from "../book-call-form.ts";
import type { Limits } from "../../http/rate-limit.ts";
import { seenInHeader } from "../read-visit.ts";
import type { LeadDraft, SameWhen } from "../submit-lead.ts";
import * as errors from "./errors.ts";
import { parseColumns, parseSelect } from "./columns.ts";
import { contentRange, negotiate, parsePrefer, render, type Answer } from "./representation.ts";
import { isLeadColumn } from "../../../contract/lead.ts";
import { parseFormBody } from "../../http/forms.ts";
import { parseUuid } from "../uuid.ts";

const PARAMETERS = new Set(["select", "columns"]);

export async function insert(
  request: FastifyRequest,
  parameters: URLSearchParams,
  { submitLeads, limits, count, formTimer, offer, isMailPlanned }: LeadFormParts,
): Promise<Answer> {
  const { headers, body } = request;
  const refusal = await limits.requests(request.ip);
  if (refusal && "retryAfter" in refusal) throw errors.tooManyRequests(refusal.retryAfter);
  const prefer = parsePrefer(headers["prefer"]);
  const type = negotiate(headers.accept);
  const selection = parseSelect(parameters.get("select"));
  // An upsert would update or find an existing row, and neither is granted.
  if (prefer.upsert || parameters.has("on_conflict")) throw errors.permissionDenied();
  if (![...parameters.keys()].every((name) => PARAMETERS.has(name)))
    throw errors.notImplemented("An insert takes select and columns, no filters.");
  const encoding = headers["content-encoding"];
  if (encoding !== undefined) throw errors.invalidBody(`Content-Encoding not acceptable: ${encoding}`);
  const columns = parameters.get("columns");
  const drafts = parsePayload({ body, contentType: headers["content-type"], columns });
  if (type.singular && drafts.length !== 1) throw errors.notSingular(drafts.length);
  const taken = await pay(request.ip, drafts, limits);

  const formTiming = await formTimer.read(request.ip, headers[FORM_TIMING_HEADER], drafts.length);
  const seen = seenInHeader(headers[SOURCE_HEADER]);
  const same = sameWhen(headers[IDEMPOTENCY_HEADER]?.toString());
  const arrival = { source: "wire", seen, formTiming } as const;
  const result = await submitLeads(drafts, same, arrival);
  if (result.kind !== "stored" || result.repeated || result.rows.length === 0) await taken.giveBack();
  if (result.kind === "invalid") throw errors.invalidLead(result.problems, result.row, drafts.length);
  if (result.kind === "duplicate-id") throw errors.duplicateId();
  if (result.kind === "key-reused") throw errors.keyReused();
  if (result.kind === "refused")
    throw new Error(`The store refused what validation accepted: ${result.reason}`);
  if (result.kind === "unavailable") {
    request.log.error({ reason: result.reason }, "a lead could not be stored");
    throw errors.storeUnavailable();
  }
  if (!result.repeated) count(request, "sent", seen);
  // Inserted rows are not a range of the table, so only their number is given.
  const counted = contentRange(0, 0, prefer.count ? result.rows.length : undefined);
  const [row] = result.rows.length === 1 ? result.rows : [];
  const offered = row && offer(row.id);
  const described = {
    ...counted,
    ...prefer.applied,
    ...(offered !== undefined && { [OFFER_HEADER]: offered }),
    ...(row && { [CONFIRMATION_HEADER]: (await isMailPlanned(row.id, "confirmation")) ? "mail" : "none" }),
  };
  if (!prefer.representation) return { status: 201, headers: described, body: undefined };
  const shown = render(result.rows, selection, type);
  return { status: 201, headers: { ...described, ...type.headers }, body: shown };
}

/** @throws {RestError} 413, 429 and 503 */
async function pay(address: string, drafts: readonly LeadDraft[], limits: Limits) {
  const taken = await limits.leads(
    address,
    drafts.map(({ fields }) => fields),
  );
  if (taken.kind === "taken") return taken;
  if (taken.kind === "too-many") throw errors.tooManyLeads(drafts.length);
  const { kind, retryAfter } = taken;
  throw kind === "address" ? errors.tooManyRequests(retryAfter) : errors.tooBusy(retryAfter);
}

function sameWhen(key: string | undefined): SameWhen {
  if (key === undefined) return { kind: "never" };
  if (!/^[!-~]+$/.test(key) || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) throw errors.keyUnusable();
  return { kind: "key", key };
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

type JsonObject = Record<string, unknown>;

export interface Payload {
  body: unknown;
  contentType: string | undefined;
  /** `columns=`: the keys to take; others are left out, and objects may lack some. */
  columns: string | null;
}

/** Source: PostgREST docs, "Insert", "Specifying Columns". @throws {RestError} PGRST102, PGRST204, 22P02, 42501 */
export function parsePayload({ body, contentType, columns }: Payload): LeadDraft[] {
  const objects = readObjects(Buffer.isBuffer(body) ? body : Buffer.alloc(0), contentType);
  const keys = Object.keys(objects[0] ?? {});
  const sameKeys = (object: JsonObject) =>
    Object.keys(object).length === keys.length && keys.every((key) => Object.hasOwn(object, key));
  if (columns === null && !objects.every(sameKeys)) throw errors.invalidBody("All object keys must match");
  const taken = columns === null ? keys : parseColumns(columns);
  for (const column of taken) {
    if (column === "created_at") throw errors.permissionDenied();
    if (column !== "id" && !isLeadColumn(column)) throw errors.noSuchColumn(column);
  }
  return objects.map((object) => toDraft(object, taken));
}

function readObjects(body: Buffer, contentType = "application/json"): JsonObject[] {
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase();
  if (mediaType === "application/json") {
    const json = parseJson(body);
    const objects: unknown[] = Array.isArray(json) ? json : [json];
    // PostgREST takes a bare value for an empty list and answers 201, but a lead that is not stored is not a
    // success.
    if (!objects.every(isObject)) throw errors.invalidBody("All object keys must match");
    return objects;
  }
  if (mediaType !== "application/x-www-form-urlencoded")
    throw errors.invalidBody(`Content-Type not acceptable: ${contentType}`);
  const fields = parseFormBody(body);
  if (!fields)
    throw errors.invalidBody(
      "Empty or invalid form",
      `A field is named twice, or there are more than ${MAX_FORM_FIELDS}.`,
    );
  return [Object.fromEntries(fields)];
}

function parseJson(body: Buffer): unknown {
  if (hasTooManyValues(body)) throw errors.invalidBody("Empty or invalid json", "It has too many values.");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw errors.invalidBody("Empty or invalid json");
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
      if (value !== null && typeof value !== "string") throw errors.notText(column);
      draft.fields[column] = value;
    } else if (value !== null) {
      const id = typeof value === "string" ? parseUuid(value) : undefined;
      if (id === undefined) throw errors.invalidId(typeof value === "string" ? value : typeof value);
      draft.id = id;
    }
  }
  return draft;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

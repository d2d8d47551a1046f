/** A request under `/rest/v1`, read: what is wanted, by whom, and in which form. */
import type { FastifyRequest } from "fastify";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { REST_PATH } from "../../contract/wire.ts";
import type { LeadDraft } from "../leads/submit-lead.ts";
import type { LeadQuery } from "../storage/store.ts";
import type { Role } from "./auth.ts";
import { invalidBody, notSingular, permissionDenied, unsupportedMethod } from "./errors.ts";
import { parseFilter, parseOrder } from "./filters.ts";
import { negotiate, type AnswerType } from "./media-types.ts";
import { parseColumns } from "./parameters.ts";
import { parsePayload } from "./payload.ts";
import { parsePrefer, type Preferences } from "./prefer.ts";
import { parseRange } from "./range.ts";
import { checkPath, checkProfile, type Target } from "./resource.ts";
import { parseSelect, type Selection } from "./select.ts";

interface Wanted {
  selection: Selection;
  preferences: Preferences;
  type: AnswerType;
  /** Whether the client named the schema; the answer then names it too. */
  namesProfile: boolean;
}

export type RestRequest =
  | (Wanted & { kind: "insert"; drafts: LeadDraft[] })
  | (Wanted & { kind: "read"; query: LeadQuery; location: string });

/** Parameters that are no filters. */
const RESERVED = new Set(["select", "columns", "on_conflict", "order", "limit", "offset"]);

/** Methods that the table has and nobody is granted. */
const WRITES = new Set(["PATCH", "PUT", "DELETE"]);

/**
 * Reads a request, in the order in which PostgREST finds fault.
 *
 * @param target its parameters without the key.
 * @throws {RestError}
 */
export function parseRequest(request: FastifyRequest, { path, parameters }: Target, role: Role): RestRequest {
  const { method, headers } = request;
  const authenticated = role === "owner";
  const isRead = method === "GET" || method === "HEAD";
  checkPath(path);
  const profile = headerText(headers[isRead ? "accept-profile" : "content-profile"]);
  checkProfile(profile);
  if (WRITES.has(method)) throw permissionDenied(authenticated);
  if (!isRead && method !== "POST") throw unsupportedMethod(method);
  if (isRead && !authenticated) throw permissionDenied(authenticated);

  const preferences = parsePrefer(headerText(headers.prefer));
  const filters = [...parameters]
    .filter(([name]) => !RESERVED.has(name))
    .map(([name, text]) => parseFilter(name, text));
  const columns = parameters.get("columns");
  const wanted: Wanted = {
    selection: parseSelect(parameters.get("select") ?? undefined),
    preferences,
    type: negotiate(headers.accept),
    namesProfile: profile !== undefined,
  };
  if (isRead) {
    const order = parameters.get("order");
    const range = parseRange(parameters, method === "GET" ? headers.range : undefined);
    const query = { filters, order: order === null ? [] : parseOrder(order), ...range };
    const canonical = new URLSearchParams(parameters);
    canonical.sort();
    const location = canonical.size === 0 ? `/${LEADS_TABLE}` : `/${LEADS_TABLE}?${canonical}`;
    return { ...wanted, kind: "read", query: { ...query, count: preferences.count !== undefined }, location };
  }

  if (headers["content-encoding"] !== undefined) {
    throw invalidBody(`Content-Encoding not acceptable: ${headers["content-encoding"]}`);
  }
  const drafts = parsePayload(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), {
    contentType: headers["content-type"],
    columns: columns === null ? undefined : parseColumns(columns),
    applyDefaults: preferences.missing === "default",
    authenticated,
  });
  // An upsert updates or looks for the row that is there, and neither is granted.
  if (preferences.resolution !== undefined || parameters.has("on_conflict"))
    throw permissionDenied(authenticated);
  if (wanted.type.singular && drafts.length !== 1) throw notSingular(drafts.length);
  return { ...wanted, kind: "insert", drafts };
}

/** A header as one text. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}

/** Whether an address is under the wire, which answers in JSON whatever happens. */
export function isRestPath(url: string): boolean {
  return url === REST_PATH || url.startsWith(`${REST_PATH}/`) || url.startsWith(`${REST_PATH}?`);
}

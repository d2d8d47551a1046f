/** A request under `/rest/v1`, read: what is wanted, by whom, and in which form. */
import type { FastifyRequest } from "fastify";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { REST_PATH } from "../../contract/wire.ts";
import type { LeadDraft } from "../leads/submit-lead.ts";
import type { LeadQuery } from "../storage/store.ts";
import type { Role } from "./auth.ts";
import { invalidBody, notImplemented, notSingular, unsupportedMethod } from "./errors.ts";
import { negotiate, type AnswerType } from "./media-types.ts";
import { parseColumns } from "./parameters.ts";
import { readPayload, toDrafts } from "./payload.ts";
import { permissionDenied } from "./postgres-errors.ts";
import { parsePrefer, timeZone, type Preferences } from "./prefer.ts";
import { parseQuery } from "./query.ts";
import { checkProfile, checkTable, parseResource, type Target } from "./resource.ts";
import { RestError } from "./rest-error.ts";
import { refuseCall } from "./rpc.ts";
import { parseSelect, type Selection } from "./select.ts";

interface Wanted {
  selection: Selection;
  preferences: Preferences;
  /** In which times are shown. */
  zone: string;
  type: AnswerType;
  /** Whether the client named the schema; the answer then names it too. */
  namesProfile: boolean;
  /** Which rows; of an insert, which of its rows the answer shows. */
  query: LeadQuery;
}

export type RestRequest =
  | (Wanted & { kind: "insert"; drafts: LeadDraft[] })
  | (Wanted & { kind: "read"; location: string });

const READS = new Set(["GET", "HEAD"]);
/** Methods that the table has and nobody is granted. */
const WRITES = new Set(["PATCH", "PUT", "DELETE"]);

/**
 * Reads a request, in the order in which PostgREST and then PostgreSQL find fault.
 *
 * @param target its parameters without the key.
 * @throws {RestError}
 */
export function parseRequest(request: FastifyRequest, { path, parameters }: Target, role: Role): RestRequest {
  const { method, headers } = request;
  const isRead = READS.has(method);
  const resource = parseResource(path);
  const profile = headerText(headers[isRead ? "accept-profile" : "content-profile"]);
  checkProfile(profile);
  if (resource.kind === "function") throw refuseCall(request, resource.name, parameters);
  if (!isRead && method !== "POST" && !WRITES.has(method)) throw unsupportedMethod(method);
  checkTable(resource.name);

  const authenticated = role === "owner";
  const parse = () => parseWanted(request, parameters, profile !== undefined);
  if (WRITES.has(method) || (isRead && !authenticated)) {
    const hasBody = method === "PATCH" || method === "PUT";
    throw refusal(authenticated, () => {
      const wanted = parse();
      if (hasBody) parseBody(request, parameters, wanted, authenticated);
    });
  }
  return isRead ? asRead(parse(), parameters) : asInsert(parse(), request, parameters, authenticated);
}

function parseWanted(request: FastifyRequest, parameters: URLSearchParams, namesProfile: boolean): Wanted {
  const { method, headers } = request;
  const preferences = parsePrefer(headerText(headers.prefer));
  const type = negotiate(headers.accept);
  const zone = timeZone(preferences);
  const selection = parseSelect(parameters.get("select") ?? undefined);
  const range = method === "GET" ? headers.range : undefined;
  const query = parseQuery(parameters, range, { count: preferences.count !== undefined, zone });
  return { selection, preferences, zone, type, namesProfile, query };
}

function asRead(wanted: Wanted, parameters: URLSearchParams): RestRequest {
  const canonical = new URLSearchParams(parameters);
  canonical.sort();
  const location = canonical.size === 0 ? `/${LEADS_TABLE}` : `/${LEADS_TABLE}?${canonical}`;
  return { ...wanted, kind: "read", location };
}

function asInsert(
  wanted: Wanted,
  request: FastifyRequest,
  parameters: URLSearchParams,
  authenticated: boolean,
): RestRequest {
  const { payload, options } = parseBody(request, parameters, wanted, authenticated);
  const { filters, offset, limit } = wanted.query;
  if (filters.length > 0) throw notImplemented("An insert takes no filters.");
  // An upsert updates or looks for the row that is there, and neither is granted.
  if (wanted.preferences.resolution !== undefined || parameters.has("on_conflict"))
    throw permissionDenied(authenticated);
  const drafts = toDrafts(payload, options);
  const shown = Math.max(0, Math.min(drafts.length - offset, limit));
  if (wanted.type.singular && shown !== 1) throw notSingular(shown);
  return { ...wanted, kind: "insert", drafts };
}

function parseBody(
  { body, headers }: FastifyRequest,
  parameters: URLSearchParams,
  { preferences }: Wanted,
  authenticated: boolean,
) {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined) throw invalidBody(`Content-Encoding not acceptable: ${encoding}`);
  const columns = parameters.get("columns");
  const options = {
    contentType: headers["content-type"],
    columns: columns === null ? undefined : parseColumns(columns),
    applyDefaults: preferences.missing === "default",
    authenticated,
  };
  return { payload: readPayload(Buffer.isBuffer(body) ? body : Buffer.alloc(0), options), options };
}

/** What PostgREST itself has against a request comes before PostgreSQL looks at rights, and after them its values. */
function refusal(authenticated: boolean, parse: () => void): RestError {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    if (error.isProtocol) return error;
  }
  return permissionDenied(authenticated);
}

/** A header as one text. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}

/** Whether an address is under the wire, which answers in JSON whatever happens. */
export function isRestPath(url: string): boolean {
  return url === REST_PATH || url.startsWith(`${REST_PATH}/`) || url.startsWith(`${REST_PATH}?`);
}

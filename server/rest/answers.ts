/** Answers as PostgREST renders them: status, headers and body of each kind of result. */
import { LEADS_TABLE, type LeadRow } from "../../contract/lead.ts";
import { writeCsv } from "./csv.ts";
import { notSingular, unsatisfiableRange } from "./errors.ts";
import { preferenceApplied } from "./prefer.ts";
import { contentRange } from "./range.ts";
import type { RestRequest } from "./request.ts";
import type { RestError } from "./rest-error.ts";
import { project } from "./select.ts";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Undefined: none, and no content type. */
  body: string | undefined;
}

type Asked<Kind> = Extract<RestRequest, { kind: Kind }>;

/** The answer to an insert. It says as much of the rows as was asked for, by default nothing. */
export function insertAnswer(request: Asked<"insert">, rows: readonly LeadRow[]): Answer {
  const { preferences, query } = request;
  const [first] = rows;
  const counted = preferences.count === "exact" || preferences.count === "estimated";
  const headers: Record<string, string> = {
    // Rows that were inserted are not a range of the table, so that only their number is said.
    "content-range": contentRange(0, 0, counted ? rows.length : undefined),
    ...applied(request),
  };
  if (preferences.return === "headers-only" && first && rows.length === 1) {
    headers["location"] = `/${LEADS_TABLE}?id=eq.${first.id}`;
  }
  if (preferences.return !== "representation") return { status: 201, headers, body: undefined };
  const shown = ordered(rows, query.order).slice(query.offset, query.offset + query.limit);
  return { status: 201, headers: { ...headers, ...described(request) }, body: rendered(request, shown) };
}

/**
 * The answer to a read.
 *
 * @throws {RestError} PGRST116 when one row was wanted and there is not one, PGRST103 past the last row.
 */
export function readAnswer(
  request: Asked<"read">,
  rows: readonly LeadRow[],
  total: number | undefined,
): Answer {
  const { offset } = request.query;
  if (total !== undefined && offset > total) {
    throw unsatisfiableRange(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
      "content-range": contentRange(offset, 0, total),
    });
  }
  if (request.type.singular && rows.length !== 1) throw notSingular(rows.length);
  return {
    status: total !== undefined && rows.length < total ? 206 : 200,
    headers: {
      "content-range": contentRange(offset, rows.length, total),
      "content-location": request.location,
      ...applied(request),
      ...described(request),
    },
    body: rendered(request, rows),
  };
}

export function errorAnswer(error: RestError): Answer {
  return {
    status: error.status,
    headers: { "content-type": "application/json; charset=utf-8", ...error.headers },
    body: JSON.stringify(error.body),
  };
}

function applied({ kind, preferences }: RestRequest): Record<string, string> {
  const value = preferenceApplied(preferences, kind);
  return value === undefined ? {} : { "preference-applied": value };
}

function described({ type, namesProfile }: RestRequest): Record<string, string> {
  return { "content-type": type.contentType, ...(namesProfile ? { "content-profile": "public" } : {}) };
}

/** By code point, as stores sort. */
function ordered(rows: readonly LeadRow[], order: Asked<"insert">["query"]["order"]): LeadRow[] {
  return order.reduceRight(
    (sorted, { column, descending }) =>
      sorted.toSorted(
        (one, other) =>
          Buffer.compare(Buffer.from(one[column]), Buffer.from(other[column])) * (descending ? -1 : 1),
      ),
    [...rows],
  );
}

function rendered({ type, selection, zone }: RestRequest, rows: readonly LeadRow[]): string {
  const names = selection.map(({ as }) => as);
  if (type.form === "csv") {
    return writeCsv(
      names,
      rows.map((row) => project(row, selection, zone, "text")),
    );
  }
  const shown = rows.map((row) => {
    const values = project(row, selection, zone, "json");
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  });
  return JSON.stringify(type.singular ? shown[0] : shown);
}

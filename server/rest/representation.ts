/** How rows are shown: `Accept`, `Prefer` and the answer's body. PostgREST docs, "Media Type Handlers", "Prefer Header". */
import type { LeadRow } from "../../contract/lead.ts";
import { OBJECT_MEDIA_TYPE } from "../../contract/rest-api.ts";
import { notAcceptable, notSingular } from "./errors.ts";
import { writeTime, type Selection } from "./query.ts";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Preferences with an effect. Counting by estimate counts exactly. */
const EFFECTIVE = /^(?:return=(?:representation|minimal)|count=(?:exact|planned|estimated))$/;

/** Parses the header and ignores unknown preferences (RFC 7240, section 2). */
export function parsePrefer(header: string | string[] = "") {
  const items = String(header)
    .split(",")
    .map((item) => item.trim());
  const effective = items.filter((item) => EFFECTIVE.test(item));
  const applied: Record<string, string> =
    effective.length === 0 ? {} : { "preference-applied": effective.join(", ") };
  return {
    representation: effective.includes("return=representation"),
    count: effective.some((item) => item.startsWith("count=")),
    upsert: items.some((item) => item.startsWith("resolution=")),
    applied,
  };
}

const MEDIA_TYPES = new Map<string, string>([
  ["*/*", "application/json"],
  ["application/*", "application/json"],
  ["application/json", "application/json"],
  [OBJECT_MEDIA_TYPE, OBJECT_MEDIA_TYPE],
]);

/**
 * The first of the client's types that we have; we have two, so weights do not matter. @returns whether the client takes
 * one object instead of a list, and how such an answer is named @throws {RestError} PGRST107
 */
export function negotiate(accept = "*/*") {
  const names = accept.split(",").map((range) => range.split(";")[0]?.trim().toLowerCase() ?? "");
  const type = names.map((name) => MEDIA_TYPES.get(name)).find((known) => known !== undefined);
  if (type === undefined) throw notAcceptable(accept);
  return { singular: type === OBJECT_MEDIA_TYPE, headers: { "content-type": `${type}; charset=utf-8` } };
}

/** The body that shows rows. @throws {RestError} PGRST116 when one row was wanted and there is not one. */
export function render(
  rows: readonly LeadRow[],
  selection: Selection,
  { singular }: { singular: boolean },
): string {
  if (singular && rows.length !== 1) throw notSingular(rows.length);
  const shown = rows.map((row) =>
    Object.fromEntries(
      selection.map(({ column, as }) => [as, column === "created_at" ? writeTime(row[column]) : row[column]]),
    ),
  );
  return JSON.stringify(singular ? shown[0] : shown);
}

/** `Content-Range`: `0-9/100`, with `*` for no rows and for a total that was not counted. */
export function contentRange(offset: number, rows: number, total: number | undefined) {
  const range = rows === 0 ? "*" : `${offset}-${offset + rows - 1}`;
  return { "content-range": `${range}/${total ?? "*"}` };
}

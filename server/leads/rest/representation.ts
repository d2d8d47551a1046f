/**
 * Reads `Prefer`, `Accept` and column lists, and
 * writes rows. Source: PostgREST's docs on each.
 */

import { LEADS_TABLE, type LeadRow } from "../../../contract/lead/lead.ts";
import { rowColumns } from "../../store/store.ts";
import { notImplemented, RestError } from "./errors.ts";

/** What each preference may be, in the order of `Preference-Applied`. */
const PREFERENCES = [
  ["missing=default"],
  ["return=representation", "return=minimal", "return=headers-only"],
  ["count=exact", "count=planned", "count=estimated"],
  ["handling=strict", "handling=lenient"],
];
/** PostgREST knows these, too. They change nothing about an insert here. */
const WITHOUT_EFFECT = /^(?:missing|resolution|tx|max-affected)=/;

/**
 * The first of several values counts. Unknown
 * ones are ignored (RFC 7240, section 2).
 * @throws {RestError} PGRST122 for unknown ones with `handling=strict`
 */
export function parsePrefer(header: string | string[] = "") {
  const items = String(header)
    .split(",")
    .map((item) => item.trim());
  const effective = PREFERENCES.flatMap(
    (values) => items.find((item) => values.includes(item)) ?? [],
  );
  const applied = effective.join(", ");
  const unknown = items.filter(
    (item) => !PREFERENCES.flat().includes(item) && !WITHOUT_EFFECT.test(item),
  );
  if (applied.includes("strict") && unknown.length > 0)
    throw new RestError(
      400,
      "PGRST122",
      "Invalid preferences given with handling=strict",
      { details: `Invalid preferences: ${unknown.join(", ")}` },
    );
  return {
    representation: effective.includes("return=representation"),
    location: effective.includes("return=headers-only"),
    count: /count=(?:exact|estimated)/.test(applied),
    upsert: items.some((item) => item.startsWith("resolution=")),
    applied: applied === "" ? {} : { "preference-applied": applied },
  };
}

const JSON_TYPES = ["*/*", "application/*", "application/json"];
/**
 * `nulls=stripped` changes only the name of the type, since no column is null.
 */
const PGRST_TYPE = /^application\/vnd\.pgrst\.(array|object)(?:\+json)?$/;

/**
 * Picks the type that we have with the greatest
 * weight. @throws {RestError} PGRST107
 */
export function negotiate(accept = "") {
  const types = (accept || "*/*")
    .replaceAll(" ", "")
    .split(",")
    .map((range) => range.split(";q="))
    .toSorted(([, one = 1], [, other = 1]) => Number(other) - Number(one))
    .map(([type = ""]) => type);
  for (const range of types) {
    const [name = "", ...parameters] = range.toLowerCase().split(";");
    const shape = PGRST_TYPE.exec(name)?.[1];
    if (shape === undefined && !JSON_TYPES.includes(name)) continue;
    const singular = shape === "object";
    const stripped =
      shape && parameters.includes("nulls=stripped") ? ";nulls=stripped" : "";
    const type =
      singular || stripped !== ""
        ? `application/vnd.pgrst.${shape}+json${stripped}`
        : "application/json";
    return { singular, name: `${type}; charset=utf-8` };
  }
  throw new RestError(
    406,
    "PGRST107",
    `None of these media types are available: ${types.join(", ")}`,
  );
}

/**
 * `name`, `"name"`, or `alias:name`, which renames the column in the answer.
 */
const ITEM = /^(?:"?([^\s"'(),.:]+)"?:)?"?([^\s"'(),.:]+)"?$/u;

/**
 * A request with thousands of columns would keep the thread busy for 300 ms.
 */
const MAX_COLUMNS = 100;

export type Selection = { column: keyof LeadRow; as: string }[];

/**
 * The answer's columns: all if `text` names none.
 * @throws {RestError} PGRST100, PGRST127, 42703
 */
export function parseSelect(text: string | null): Selection {
  return parseList("select parameter", text || "*").flatMap(
    ({ name, as }): Selection => {
      if (name === "*")
        return rowColumns.map((column) => ({ column, as: column }));
      const column = rowColumns.find((known) => known === name);
      if (!column)
        throw new RestError(
          400,
          "42703",
          `column ${LEADS_TABLE}.${name} does not exist`,
        );
      return [{ column, as }];
    },
  );
}

/**
 * @throws {RestError} PGRST100 for an unreadable
 * list, PGRST127 for too many columns
 */
export function parseList(
  kind: string,
  text: string,
): { name: string; as: string }[] {
  const items = text.split(",");
  if (items.length > MAX_COLUMNS)
    throw notImplemented(`More than ${MAX_COLUMNS} columns in one list.`);
  return items.map((item, index) => {
    const [, as, name] = ITEM.exec(item.trim()) ?? [];
    if (name !== undefined) return { name, as: as ?? name };
    const before = items.slice(0, index).concat("").join(",");
    const place = `(line 1, column ${before.length + 1})`;
    throw new RestError(
      400,
      "PGRST100",
      `"failed to parse ${kind} (${text})" ${place}`,
    );
  });
}

export function render(
  rows: readonly LeadRow[],
  selection: Selection,
  singular: boolean,
): string {
  const objects = rows.map((row) => {
    const columns = { ...row, created_at: writeTime(row.created_at) };
    return Object.fromEntries(
      selection.map(({ column, as }) => [as, columns[column]]),
    );
  });
  return JSON.stringify(singular ? objects[0] : objects);
}

/**
 * `2026-11-20T12:00:00.5+00:00`, as PostgREST
 * shows it. @param iso in UTC, with milliseconds
 */
const writeTime = (iso: string): string => iso.replace(/\.?0{0,3}Z$/, "+00:00");

/** Which rows of a result are wanted: `limit=`, `offset=` and `Range`. PostgREST docs, "Pagination". */
import { unreadableParameter, unsatisfiableRange } from "./errors.ts";

/** The most rows in one answer; more come by `offset` or `Range`. */
export const MAX_ROWS = 1000;

export interface RowRange {
  offset: number;
  limit: number;
}

/**
 * The rows that the parameters and the header both ask for.
 *
 * @param header `Range`, in items; ignored when it is no range of items.
 * @throws {RestError} PGRST100 for what is no number, PGRST103 for a range that no row can be in.
 */
export function parseRange(parameters: URLSearchParams, header: string | undefined): RowRange {
  const limit = wholeNumber(parameters, "limit") ?? Number.POSITIVE_INFINITY;
  const offset = wholeNumber(parameters, "offset") ?? 0;
  if (limit < 0) throw unsatisfiableRange("Limit should be greater than or equal to zero.");
  const [, from, to] = /^(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  const first = Math.max(offset, Number(from ?? 0));
  const end = Math.min(
    offset + limit,
    to === undefined || to === "" ? Number.POSITIVE_INFINITY : Number(to) + 1,
  );
  if (limit > 0 && end <= first) {
    throw unsatisfiableRange(
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    );
  }
  return { offset: first, limit: Math.max(0, Math.min(end - first, MAX_ROWS)) };
}

/** `Content-Range`: `0-9/100`, with `*` for no rows and for a total that was not counted. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
  return `${rows === 0 ? "*" : `${offset}-${offset + rows - 1}`}/${total ?? "*"}`;
}

function wholeNumber(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(number)) {
    throw unreadableParameter(name, text, 1, "expecting a whole number");
  }
  return Math.max(number, name === "offset" ? 0 : -1);
}

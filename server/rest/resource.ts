/** Which thing an address under `/rest/v1` names. There is one table. */
import { LEADS_TABLE } from "../../contract/lead.ts";
import { REST_PATH } from "../../contract/wire.ts";
import { invalidPath, noFunction, noRootEndpoint, noSuchTable, unknownSchema } from "./errors.ts";

/** From this much likeness on, an unknown name is taken for a slip. */
const SIMILAR = 0.75;

/** An address in its two parts: the path as it was sent, and what follows the question mark. */
export interface Target {
  path: string;
  parameters: URLSearchParams;
}

/** @param url path and query, as in the request line. */
export function parseTarget(url: string): Target {
  const at = url.indexOf("?");
  if (at === -1) return { path: url, parameters: new URLSearchParams() };
  return { path: url.slice(0, at), parameters: new URLSearchParams(url.slice(at + 1)) };
}

/**
 * Accepts the path of the table and of nothing else.
 *
 * @param path percent-encoded or not.
 * @throws {RestError} 404: PGRST125, PGRST126, PGRST202, PGRST205.
 */
export function checkPath(path: string): void {
  const segments = path
    .slice(REST_PATH.length)
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodeSegment);
  const [table, second] = segments;
  if (table === undefined) throw noRootEndpoint();
  if (table === "rpc" && second !== undefined && segments.length === 2) throw noFunction(second);
  if (second !== undefined) throw invalidPath();
  if (table === LEADS_TABLE) return;
  throw noSuchTable(table, likeness(table, LEADS_TABLE) >= SIMILAR ? LEADS_TABLE : undefined);
}

/**
 * Accepts the one schema. PostgREST docs, "Schemas".
 *
 * @throws {RestError} PGRST106
 */
export function checkProfile(profile: string | undefined): void {
  if (profile !== undefined && profile !== "public") throw unknownSchema(profile);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidPath();
  }
}

/** 1 for the same text, 0 for nothing in common: the edit distance over the longer length. */
function likeness(one: string, other: string): number {
  if (one.length > 2 * other.length) return 0;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(one).entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const kept = (row[j] ?? 0) + (letter === other[j] ? 0 : 1);
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return 1 - (row[other.length] ?? 0) / Math.max(Array.from(one).length, other.length);
}

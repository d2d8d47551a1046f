/** Which thing an address under `/rest/v1` names. There is one table. */
import { LEADS_TABLE } from "../../contract/lead.ts";
import { REST_PATH } from "../../contract/wire.ts";
import { invalidPath, noRootEndpoint, noSuchTable, unknownSchema } from "./errors.ts";

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

export type Resource = { kind: "table"; name: string } | { kind: "function"; name: string };

/**
 * What a path names.
 *
 * @param path percent-encoded or not.
 * @throws {RestError} PGRST125 and PGRST126
 */
export function parseResource(path: string): Resource {
  const segments = path
    .slice(REST_PATH.length)
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodeSegment);
  const [first, second] = segments;
  if (first === undefined) throw noRootEndpoint();
  if (first === "rpc" && second !== undefined && segments.length === 2)
    return { kind: "function", name: second };
  if (second !== undefined) throw invalidPath();
  return { kind: "table", name: first };
}

/**
 * Accepts the one table.
 *
 * @throws {RestError} PGRST205
 */
export function checkTable(name: string): void {
  if (name === LEADS_TABLE) return;
  throw noSuchTable(name, likeness(name, LEADS_TABLE) >= SIMILAR ? LEADS_TABLE : undefined);
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

/** Comma-separated values, in and out. Source: RFC 4180; PostgREST docs, "Response Format" and "Bulk Insert". */
import { invalidBody } from "./errors.ts";

/** A field, and what ends it. */
const FIELD = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/y;

/** The header and a line for each record, without a line break at the end. */
export function writeCsv(names: readonly string[], records: readonly (readonly string[])[]): string {
  // PostgREST takes the names from the first row, and has none without it.
  const header = records.length === 0 ? "" : names.join(",");
  return `${header}\n${records.map((record) => record.map(quoted).join(",")).join("\n")}`;
}

/**
 * The records by the names in the header; `NULL` without quotes is null.
 *
 * @throws {RestError} PGRST102
 */
export function readCsv(text: string): Record<string, string | null>[] {
  const [header, ...records] = readLines(text);
  const names = header?.map((name) => name ?? "NULL") ?? [];
  if (names.length === 0 || new Set(names).size < names.length) {
    throw invalidBody("Empty or invalid csv", "The first line names every column once.");
  }
  return records.map((record) => {
    if (record.length !== names.length) throw invalidBody("All lines must have same number of fields");
    return Object.fromEntries(names.map((name, index) => [name, record[index] ?? null]));
  });
}

function readLines(text: string): (string | null)[][] {
  const lines: (string | null)[][] = [];
  let line: (string | null)[] = [];
  for (let at = 0; at < text.length; at = FIELD.lastIndex) {
    FIELD.lastIndex = at;
    const [, field = "", end = ""] = FIELD.exec(text) ?? [];
    if (FIELD.lastIndex === 0)
      throw invalidBody("Empty or invalid csv", "A quote is not closed or stands alone.");
    line.push(unquoted(field));
    if (end === "," && FIELD.lastIndex < text.length) continue;
    if (end === ",") line.push("");
    const isBlank = field === "" && line.length === 1;
    if (!isBlank) lines.push(line);
    line = [];
  }
  return lines;
}

function unquoted(field: string): string | null {
  if (field.startsWith('"')) return field.slice(1, -1).replaceAll('""', '"');
  return field === "NULL" ? null : field;
}

/** Quoted where PostgreSQL quotes. */
function quoted(value: string): string {
  return value === "" || /[\s",()\\]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

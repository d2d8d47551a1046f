/** The file that moves a store: JSON Lines, one row each. The first counts the others, to detect a cut. */
import { TABLES, type Table, type TableRow } from "../../server/storage/table-store.ts";

export interface Header {
  rows: Record<string, number>;
}

export interface Line {
  table: Table;
  row: TableRow;
}

const FORMAT = "nightshift-leads";
const VERSION = 1;

/** No row is this long; a file with such a line is not an export. In UTF-16 units. */
const MAX_LINE_LENGTH = 1_000_000;

export function writeHeader({ rows }: Header): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, rows })}\n`;
}

export function writeLine({ table, row }: Line): string {
  return `${JSON.stringify({ table: table.name, row })}\n`;
}

/** @throws {Error} with a sentence for a person when the line is not a header, or of an unknown version */
export function readHeader(line: string | undefined): Header {
  const header = line === undefined ? undefined : parse(line);
  if (!isRecord(header) || header["format"] !== FORMAT) {
    throw new Error("This is not an export of leads: its first line does not say so.");
  }
  const { version, rows } = header;
  if (version !== VERSION)
    throw new Error(`The export has version ${String(version)}; this program reads ${VERSION}.`);
  if (!isRecord(rows)) throw new Error("The first line of the export does not say how many rows follow.");
  const counts = Object.entries(rows).map(([name, count]): [string, number] => {
    if (!isTable(name)) throw new Error(`The export has a table ${name}, which this version does not know.`);
    if (typeof count !== "number") throw new Error(`The export does not say how many rows ${name} has.`);
    return [name, count];
  });
  return { rows: Object.fromEntries(counts) };
}

/** @throws {Error} with a sentence for a person that shows nothing of the row */
export function readLine(line: string): Line {
  const read = parse(line);
  const table = isRecord(read) ? TABLES.find(({ name }) => name === read["table"]) : undefined;
  const found = isRecord(read) ? read["row"] : undefined;
  if (!table || !isRecord(found)) throw new Error("this is not a row of a table");
  const row = { ...Object.fromEntries((table.added ?? []).map((column) => [column, null])), ...found };
  const { columns } = table;
  if (Object.keys(row).length !== columns.length || !columns.every((column) => Object.hasOwn(row, column)))
    throw new Error(`a row of ${table.name} has the columns ${columns.join(", ")} and no others`);
  return {
    table,
    row: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, stored(value)])),
  };
}

/** Lines without their ends; only a line feed ends one. @throws {Error} for invalid UTF-8, or an endless line */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of input) {
    const lines = (rest + decode(decoder, chunk)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_LENGTH)
      throw new Error("This is not an export of leads: it has an endless line.");
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function decode(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw new Error("This is not an export of leads: it is not in UTF-8.", { cause: error });
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function stored(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  throw new Error("a column has neither text nor a number");
}

function isTable(name: string): boolean {
  return TABLES.some((table) => table.name === name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

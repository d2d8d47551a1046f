/** Exports every table at one moment, and imports such a file. Run an interrupted import again. */
import { createReadStream } from "node:fs";
import * as v from "valibot";
import { readStoreLocation } from "../../server/configuration/env.ts";
import { openTables } from "../../server/storage/open-store.ts";
import { TABLES, type Table, type TableRow, type Snapshot } from "../../server/storage/table-store.ts";
import { counted } from "../context.ts";
import { number } from "../terminal/table.ts";
import { writeOut } from "../write-out.ts";
import { messageOf } from "../../contract/error-code.ts";

/** @param out the new file to write; undefined: the standard output @param note gets the result in a sentence */
export async function exportStore(out: string | undefined, note: (line: string) => void): Promise<void> {
  await using tables = await openTables(readStoreLocation(), "existing", note);
  await tables.snapshot(async (store) => {
    const rows = await countsOf(store);
    async function* lines(): AsyncGenerator<string> {
      yield writeHeader({ rows });
      for (const table of TABLES) {
        for await (const row of store.rows(table)) yield writeLine({ table, row });
      }
    }
    await writeOut(lines(), out);
    note(`Exported ${counted(sum(rows), "row")}${out === undefined ? "" : ` to ${out}`}.`);
  });
}

/** @param file undefined: the standard input @param keep whether rows that changed here since stay as they are */
export async function importStore(file: string | undefined, keep: boolean, note: (line: string) => void) {
  const lines = linesOf(file === undefined ? process.stdin : createReadStream(file));
  const { value: first } = await lines.next();
  const header = readHeader(first);
  await using store = await openTables(readStoreLocation(), "new or existing", note);
  const read: Counts = {};
  let inserted = 0;
  for await (const { table, rows } of batchesOf(lines)) {
    inserted += await store.put(table, rows, keep || table.counts);
    read[table.name] = (read[table.name] ?? 0) + rows.length;
  }
  for (const { name } of TABLES) {
    const [promised, found] = [header.rows[name] ?? 0, read[name] ?? 0];
    if (promised !== found)
      throw new Error(
        `The export says that ${name} has ${number(promised)} rows, but has ${number(found)}: it was cut off or changed. ` +
          "The rows that it has are in the store; get the whole file and run this again.",
      );
  }
  const present = sum(read) - inserted;
  const skipped = present > 0 ? `; ${number(present)} were already there` : "";
  note(`Imported ${counted(inserted, "row")}${skipped}.`);
}

const ROWS_AT_ONCE = 500;

type Counts = Record<string, number>;

interface Batch {
  table: Table;
  rows: TableRow[];
}

async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<Batch> {
  let batch: Batch | undefined;
  let lineNumber = 1;
  for await (const line of lines) {
    const { table, row } = usableLine(line, (lineNumber += 1));
    if (batch && (batch.table !== table || batch.rows.length === ROWS_AT_ONCE)) {
      yield batch;
      batch = undefined;
    }
    batch ??= { table, rows: [] };
    batch.rows.push(row);
  }
  if (batch) yield batch;
}

async function countsOf(snapshot: Snapshot): Promise<Counts> {
  const counts: Counts = {};
  for (const table of TABLES) counts[table.name] = await snapshot.count(table);
  return counts;
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((total, one) => total + one, 0);
}

/** The row, its address as `erase` looks for it. @throws {Error} that shows nothing of the row */
function usableLine(line: string, lineNumber: number) {
  try {
    const { table, row } = readLine(line);
    const { email } = row;
    return { table, row: typeof email === "string" ? { ...row, email: email.trim().toLowerCase() } : row };
  } catch (error) {
    throw new Error(`Line ${lineNumber}: ${messageOf(error)}.`, { cause: error });
  }
}

const FORMAT = "nightshift-leads";
const VERSION = 1;

/** No row is this long; a file with such a line is not an export. In UTF-16 units. */
const MAX_LINE_LENGTH = 1_000_000;

function writeHeader({ rows }: { rows: Counts }): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, rows })}\n`;
}

export function writeLine({ table, row }: { table: Table; row: TableRow }): string {
  return `${JSON.stringify({ table: table.name, row })}\n`;
}

const HeaderSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ format: v.literal(FORMAT), version: v.unknown(), rows: v.unknown() }),
);
const CountsSchema = v.record(v.string(), v.number());
const LineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ table: v.string(), row: v.record(v.string(), v.unknown()) }),
);
const RowSchema = v.record(v.string(), v.nullable(v.union([v.string(), v.number()])));

/** @throws {Error} with a sentence for a person when the line is not a header, or of an unknown version */
export function readHeader(line = ""): { rows: Counts } {
  const header = v.safeParse(HeaderSchema, line);
  if (!header.success) throw new Error("This is not an export of leads: its first line does not say so.");
  const { version, rows } = header.output;
  if (version !== VERSION)
    throw new Error(`The export has version ${String(version)}; this program reads ${VERSION}.`);
  if (!v.is(CountsSchema, rows))
    throw new Error("The first line of the export does not say how many rows follow.");
  const unknown = Object.keys(rows).find((name) => !TABLES.some((table) => table.name === name));
  if (unknown !== undefined)
    throw new Error(
      `The export has a table ${unknown}: it is of a newer version. Import it with that version.`,
    );
  return { rows };
}

/** @throws {Error} with a sentence for a person that shows nothing of the row */
export function readLine(line: string) {
  const read = v.safeParse(LineSchema, line);
  const table = read.success ? TABLES.find(({ name }) => name === read.output.table) : undefined;
  if (!read.success || !table) throw new Error("this is not a row of a table");
  const { row } = read.output;
  const { columns } = table;
  if (Object.keys(row).length !== columns.length || !columns.every((column) => Object.hasOwn(row, column)))
    throw new Error(`a row of ${table.name} has the columns ${columns.join(", ")} and no others`);
  if (!v.is(RowSchema, row)) throw new Error("a column has neither text nor a number");
  return { table, row };
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

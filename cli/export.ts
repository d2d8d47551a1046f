/** `leads export`: every table of the store, as it is at one moment, into a file that `leads import` reads. */
import { createWriteStream, existsSync, renameSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Command } from "commander";
import { readStoreLocation } from "../server/env.ts";
import { openTables } from "../server/storage/open-store.ts";
import { TABLES, type Snapshot } from "../server/storage/tables.ts";
import { writeHeader, writeLine } from "./export-file.ts";
import { createProgress } from "./progress.ts";

export function exportCommand(): Command {
  return new Command("export")
    .summary("write the whole store to a file")
    .description(
      "Writes every table of the store as JSON Lines, as it is at one moment. The site may run meanwhile. " +
        "The file holds what visitors wrote and is for its owner's eyes only.",
    )
    .option("-o, --out <file>", "write to this new file instead of the standard output")
    .addHelpText(
      "after",
      `
Examples:
  npm run leads -- export --out leads.jsonl
  npm --silent run leads -- export | gzip > leads.jsonl.gz`,
    )
    .action(({ out }: { out?: string }) => exportStore(out));
}

async function exportStore(out: string | undefined): Promise<void> {
  // A file that is there may be the only copy of something.
  if (out !== undefined && existsSync(out)) throw new Error(`${out} is there already. Name another file.`);
  const store = await openTables(readStoreLocation(), "existing");
  try {
    const total = await store.snapshot((snapshot) => write(snapshot, out));
    process.stderr.write(
      `Exported ${total.toLocaleString("en-US")} rows${out === undefined ? "" : ` to ${out}`}.\n`,
    );
  } finally {
    await store.close();
  }
}

async function write(snapshot: Snapshot, out: string | undefined): Promise<number> {
  const rows: Record<string, number> = {};
  for (const table of TABLES) rows[table.name] = await snapshot.count(table);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const progress = createProgress("Exporting", total);

  async function* lines(): AsyncGenerator<string> {
    yield writeHeader({ rows });
    for (const table of TABLES) {
      for await (const row of snapshot.rows(table)) {
        yield writeLine({ table, row });
        progress.add(1);
      }
    }
  }

  if (out === undefined) {
    await pipeline(Readable.from(lines()), process.stdout, { end: false });
  } else {
    // Only a whole file gets the name; it is on disk by then.
    const part = `${out}.part`;
    await pipeline(Readable.from(lines()), createWriteStream(part, { mode: 0o600, flush: true }));
    renameSync(part, out);
  }
  progress.end();
  return total;
}

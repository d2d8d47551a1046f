/** Every table of the store, as it is at one moment, as lines that an import reads. */
import { readStoreLocation } from "../../server/configuration/env.ts";
import { openTables } from "../../server/storage/open-store.ts";
import { TABLES } from "../../server/storage/tables.ts";
import type { Snapshot } from "../../server/storage/table-store.ts";
import { writeHeader, writeLine } from "./export-file.ts";
import { createProgress } from "../terminal/progress.ts";
import { writeOut } from "../write-out.ts";

/**
 * @param out the new file to write; undefined: the standard output
 * @param note gets the result in a sentence
 */
export async function exportStore(out: string | undefined, note: (line: string) => void): Promise<void> {
  const store = await openTables(readStoreLocation(), "existing", note);
  try {
    const total = await store.snapshot((snapshot) => write(snapshot, out));
    note(`Exported ${total.toLocaleString("en-US")} rows${out === undefined ? "" : ` to ${out}`}.`);
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

  await writeOut(lines(), out);
  progress.end();
  return total;
}

/** The next release: the program with one more migration, which adds a table and a column. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrations } from "../../server/store/migrations.ts";

const ADDS =
  "CREATE TABLE later (id TEXT);\nALTER TABLE lead_submissions ADD COLUMN later TEXT NOT NULL DEFAULT 'later';\n";

/** Adds one migration of each store to a copy of the program. */
export function addMigration(program: string, sql = ADDS): void {
  for (const store of ["sqlite", "postgres"]) {
    const from = new URL(`../../server/store/${store}/migrations/`, import.meta.url);
    const name = `${String(readMigrations(from).length + 1).padStart(3, "0")}-later.sql`;
    const file = join(program, "server/store", store, "migrations", name);
    writeFileSync(file, sql);
  }
}

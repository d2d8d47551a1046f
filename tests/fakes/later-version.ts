/** The next release: the program with one more migration, which adds a table and a column. */
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/root.ts";
import { readMigrations } from "../../server/storage/migrations.ts";
import { temporaryFolder } from "./server.ts";

const ADDS =
  "CREATE TABLE later (id TEXT);\nALTER TABLE lead_submissions ADD COLUMN later TEXT NOT NULL DEFAULT 'later';\n";

/** Adds one migration of each store to a copy of the program. */
export function addMigration(program: string, sql = ADDS): void {
  for (const store of ["sqlite", "postgres"]) {
    const from = new URL(`../../server/storage/${store}/migrations/`, import.meta.url);
    const name = `${String(readMigrations(from).length + 1).padStart(3, "0")}-later.sql`;
    const file = join(program, "server/storage", store, "migrations", name);
    writeFileSync(file, sql);
  }
}

/** @returns its folder */
export function programAfter(): string {
  const folder = temporaryFolder();
  for (const part of ["server", "contract", "cli", "site", "package.json"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  addMigration(folder);
  return folder;
}

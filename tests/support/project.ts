import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../scripts/root.ts";
import { readMigrations } from "../../server/store/migrations.ts";
import { filesOf } from "../structure/imports.ts";

/** @param folder receives the files of the project, and links to its packages */
export function copyProject(folder: string): void {
  for (const file of filesOf()) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { force: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

const ADDS =
  "CREATE TABLE later (id TEXT);\nALTER TABLE lead_submissions ADD COLUMN later TEXT NOT NULL DEFAULT 'later';\n";

/** Turns a copy of the project into the next release: each store gets one more migration. */
export function addMigration(program: string, sql = ADDS): void {
  for (const store of ["sqlite", "postgres"]) {
    const from = new URL(`../../server/store/${store}/migrations/`, import.meta.url);
    const name = `${String(readMigrations(from).length + 1).padStart(3, "0")}-later.sql`;
    writeFileSync(join(program, "server/store", store, "migrations", name), sql);
  }
}

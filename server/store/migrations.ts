/**
 * Numbered SQL files, applied in order, never
 * changed. Releases work with later schemas, too.
 */

import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { namesIn } from "../settings/files-in.ts";

export type PendingMigration = ReturnType<typeof pendingMigrations>[number];

const AppliedSchema = v.object({
  number: v.number(),
  name: v.string(),
  checksum: v.string(),
});

export interface MigrationSet {
  folder: URL;
  /** The table that records which files of the folder were applied. */
  table: string;
}

/**
 * The program's migrations, then the owner's,
 * which have their own numbers. @param base folder
 */
export function migrationSets(base: URL): readonly MigrationSet[] {
  return [
    { folder: new URL("migrations/", base), table: "schema_migrations" },
    { folder: new URL("own-migrations/", base), table: "own_migrations" },
  ];
}

/**
 * Reads the `NNN-name.sql` files. @throws
 * {Error} for a file with a wrong name or number
 */
export function readMigrations(folder: URL) {
  return namesIn(folder).map((name, index) => {
    const number = Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
    if (number !== index + 1)
      throw new Error(`${name} is not migration number ${index + 1}.`);
    const sql = readFileSync(new URL(name, folder), "utf8");
    return {
      number,
      name,
      sql,
      checksum: hash("sha256", sql, "hex"),
    };
  });
}

/**
 * The set's migrations that are not applied yet. @param records
 * the applied migrations, even migrations of a later release
 * @throws {Error} if an applied file was renamed or changed
 */
export function pendingMigrations(
  { folder, table }: MigrationSet,
  records: readonly object[],
) {
  const applied = v.parse(v.array(AppliedSchema), records);
  const inFolder = readMigrations(folder);
  for (const { number, name, checksum } of applied) {
    const migration = inFolder.find((candidate) => candidate.number === number);
    if (
      migration &&
      (migration.name !== name || migration.checksum !== checksum)
    )
      throw new Error(
        `${migration.name} is not the file that was applied as ${name}. Restore it.`,
      );
  }
  const pending = inFolder.filter(
    ({ number }) => !applied.some((done) => done.number === number),
  );
  return pending.map((migration) => ({ ...migration, table }));
}

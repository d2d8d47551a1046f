/** Numbered SQL files, applied in order and never changed afterwards; the same rules for every store. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

export interface Migration {
  number: number;
  name: string;
  sql: string;
  /** SHA-256 of the file, in hex. */
  checksum: string;
}

export interface AppliedMigration {
  number: number;
  name: string;
  checksum: string;
}

/**
 * Reads the `NNN-name.sql` files of a folder.
 *
 * @throws {Error} when a file is named otherwise, or a number is missing or there twice.
 */
export function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .toSorted()
    .map((name, index) => {
      const number = Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
      if (number !== index + 1)
        throw new Error(`${name} is not the migration that comes as number ${index + 1}.`);
      const sql = readFileSync(new URL(name, folder), "utf8");
      return { number, name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

/**
 * What is still to apply.
 *
 * @throws {Error} with a sentence for the operator when the store was made by a newer version, or an applied
 *   file was changed since.
 */
export function pendingMigrations(known: Migration[], applied: AppliedMigration[]): Migration[] {
  for (const { number, name, checksum } of applied) {
    const migration = known.find((candidate) => candidate.number === number);
    if (!migration) {
      throw new Error(
        `The store has migration ${name}, which this version does not know. Run a newer version.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new Error(`The migration ${migration.name} was changed after it was applied. Restore the file.`);
    }
  }
  return known.filter(({ number }) => !applied.some((done) => done.number === number));
}

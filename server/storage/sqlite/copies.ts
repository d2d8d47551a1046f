/** Copies of the database file beside it, each as it was before its schema was changed. */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** They hold what visitors wrote: no more than what a way back needs. */
const KEPT = 3;

/**
 * Copies what is committed, on a connection of its own: the caller's may hold the write lock, so that nothing changes.
 *
 * @returns the path of the copy, whose name says when it was made, in UTC.
 * @throws {Error} with a sentence for the operator; no half a copy is left.
 */
export function copyBeside(path: string): string {
  const copy = `${path}.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  try {
    // SQLite takes an empty file as a new one, and leaves its mode.
    closeSync(openSync(copy, "wx", 0o600));
    const reader = new DatabaseSync(path, { readOnly: true });
    try {
      reader.prepare("VACUUM INTO ?").run(copy);
    } finally {
      reader.close();
    }
    // SQLite does not wait for the disk here ("VACUUM", section 4).
    const file = openSync(copy, "r+");
    fsyncSync(file);
    closeSync(file);
    return copy;
  } catch (error) {
    if (existsSync(copy)) rmSync(copy);
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The store has to be copied before its schema changes, but: ${cause}. Nothing was changed.`,
      {
        cause: error,
      },
    );
  }
}

/** Removes all but the latest. */
export function removeOldCopies(path: string): void {
  const folder = dirname(path);
  const copies = readdirSync(folder).filter((name) => name.startsWith(`${basename(path)}.before-`));
  for (const name of copies.toSorted().slice(0, -KEPT)) rmSync(join(folder, name));
}

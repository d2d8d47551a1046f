/** Copies of the database file, and the lock beside it. */
import { closeSync, constants, openSync, rmSync, statSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { giveToOwner, putInPlace } from "../../settings/data-dir.ts";

/** The first process that opens a store, and the last, lock it for a moment. Milliseconds. */
const LOCKED_MS = 10_000;

const { O_WRONLY, O_CREAT, O_NOFOLLOW } = constants;

/** @param why the store is kept, in one word @returns a path that contains the time, in UTC */
export function nameBeside(path: string, why: string): string {
  return `${path}.${why}-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
}

/** Identifies the file at a path; undefined without one. */
export function fileAt(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true });
  return file && `${file.dev}:${file.ino}`;
}

/** Copies the committed state. A file with the final name is complete. @throws {Error} */
export function copyDatabase(path: string, copy: string): void {
  using reader = new DatabaseSync(path, { readOnly: true, timeout: LOCKED_MS });
  copyFrom(reader, copy);
}

/** As above, from a connection whose file may be gone. */
export function copyFrom(db: DatabaseSync, copy: string): void {
  const part = join(dirname(copy), `leads.db.part-${randomUUID()}`);
  try {
    // SQLite treats an empty file as a new one, and keeps its mode.
    closeSync(openSync(part, "w", 0o600));
    db.prepare("VACUUM INTO ?").run(part);
    putInPlace(part, copy);
  } finally {
    rmSync(part, { force: true });
  }
}

/**
 * Waits for the lock beside the store: a process holds it while it opens the store, a restore until
 * the file has the store's name. No lead goes into a file that is moved aside. It is SQLite's lock,
 * which ends with its process; a disk that takes no file has none. @param patience milliseconds
 * @returns a function that releases it @throws {Error} with SQLite's code
 */
export function lockFile(path: string, patience: number): () => void {
  const file = `${path}.lock`;
  try {
    // Root must not follow a link there.
    closeSync(openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o600));
    giveToOwner(file);
  } catch {
    return () => {};
  }
  const db = new DatabaseSync(file, { timeout: patience });
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    throw error;
  }
  return () => db.close();
}

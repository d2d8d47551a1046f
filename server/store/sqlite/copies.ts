import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { giveToOwner, putInPlace } from "../../settings/data-dir.ts";

/**
 * The most time that a copy waits while another
 * process locks the store to open or close it.
 */
const LOCKED_MS = 10_000;

const { O_WRONLY, O_CREAT, O_NOFOLLOW } = constants;

/** @param why the reason for the copy, in one word */
export function nameBeside(path: string, why: string): string {
  return `${path}.${why}-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
}

/**
 * Copies the committed state. The file gets the
 * name `copy` only when complete. @throws {Error}
 * @param complete adds to the file, or checks it, before it has its name
 */
export function copyDatabase(
  path: string,
  copy: string,
  complete?: (part: string) => void,
): void {
  using reader = new DatabaseSync(path, { readOnly: true, timeout: LOCKED_MS });
  copyFrom(reader, copy, complete);
}

/** Like {@link copyDatabase}, from a connection whose file may be gone. */
export function copyFrom(
  db: DatabaseSync,
  copy: string,
  complete?: (part: string) => void,
): void {
  const part = join(dirname(copy), `leads.db.part-${randomUUID()}`);
  try {
    // SQLite treats an empty file as a new database, and keeps the file's mode.
    closeSync(openSync(part, "w", 0o600));
    db.prepare("VACUUM INTO ?").run(part);
    complete?.(part);
    putInPlace(part, copy);
  } finally {
    rmSync(part, { force: true });
  }
}

/**
 * Locks a file beside the store. A process holds the lock while
 * it opens the store. A restore holds the lock until the backup
 * is in the store's place, so no lead goes into the old store.
 * If the lock's file cannot be written, nothing is locked.
 * @param patience milliseconds @returns the lock,
 * to close @throws {Error} with SQLite's code
 */
export function lockFile(
  path: string,
  patience: number,
): DatabaseSync | undefined {
  const file = `${path}.lock`;
  try {
    // Root must not follow a link.
    closeSync(openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o600));
    giveToOwner(file);
  } catch {
    return undefined;
  }
  const db = new DatabaseSync(file, { timeout: patience });
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

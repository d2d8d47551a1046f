/**
 * A lock beside the store. Whoever opens the store takes it for a moment, and a restore until the restored file has the
 * store's name: so no site opens a file that is about to be moved aside, and what it acknowledges is never lost with it.
 */
import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { giveToOwner } from "./copies.ts";

/**
 * Waits for the lock. SQLite's own lock on an empty file is the one that every system has and that ends with its process.
 *
 * @param path the file of the store
 * @param patience milliseconds
 * @returns what lets go of it
 * @throws {Error} with SQLite's code when somebody else has it for longer; on a disk that takes no file there is no lock.
 */
export function lockFile(path: string, patience: number): () => void {
  const file = `${path}.lock`;
  try {
    closeSync(openSync(file, "a", 0o600));
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

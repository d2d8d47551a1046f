/** A backup of the store beside a running site, and the way back from one. */
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { copyDatabase, giveToOwner, nameBeside, putInPlace } from "./copies.ts";
import { pending } from "./migrate.ts";
import { MIGRATIONS } from "./open-database.ts";
import { isUnavailability } from "./sqlite-errors.ts";

/** A backup takes no more than this part of what the disk has left: leads need it too. */
const MOST_OF_FREE = 0.5;

const HELD_BACK = "Held back when a backup was restored: it may have been sent before. Revive it to send it.";

/**
 * Writes what is committed at this moment, and reads it back.
 *
 * @returns how many leads it holds.
 * @throws {Error} with a sentence for the operator; no half a backup is left.
 */
export function writeBackup(path: string, backup: string): number {
  const folder = dirname(backup);
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    giveToOwner(folder);
  }
  const { bavail, bsize } = statfsSync(folder);
  const { size } = statSync(path);
  if (size > bavail * bsize * MOST_OF_FREE) {
    throw new Error(`A backup of ${size} bytes is not made: ${folder} has only ${bavail * bsize} left.`);
  }
  try {
    copyDatabase(path, backup);
    return checkBackup(backup);
  } catch (error) {
    rmSync(backup, { force: true });
    throw error;
  }
}

/**
 * Reads all of a backup.
 *
 * @returns how many leads it holds.
 * @throws {Error} with a sentence for the operator when it is damaged, no store of leads, or of a newer version.
 */
function checkBackup(backup: string): number {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(backup, { readOnly: true });
    const found = db.prepare("PRAGMA integrity_check").get();
    pending(db, MIGRATIONS);
    if (found?.["integrity_check"] === "ok") return leadsIn(db);
  } catch (error) {
    if (!isUnavailability(error)) throw error;
  } finally {
    db?.close();
  }
  throw new Error(`${backup} is not there, damaged, or no backup of leads.`);
}

export interface Restored {
  leads: number;
  /** Deliveries that may have been sent after the backup was made. */
  heldBack: number;
  /** Where the store that was there is kept; undefined when it had no lead. */
  kept: string | undefined;
}

/**
 * Puts a backup in the place of the store. What may have been sent since the backup was made is not sent again by itself.
 *
 * @param replace whether a store with leads, or one that is damaged, may be moved aside
 * @throws {Error} with a sentence for the operator; nothing was changed then.
 */
export function restoreBackup(backup: string, path: string, replace: boolean): Restored {
  const leads = checkBackup(backup);
  const present = existsSync(path) ? presentLeads(path) : 0;
  if (present !== 0 && !replace) {
    const what = present === undefined ? "is damaged" : `has leads (${present})`;
    throw new Error(`${path} ${what}. With --replace it is moved aside, and the backup takes its place.`);
  }
  const restored = `${path}.restored`;
  copyDatabase(backup, restored);
  const heldBack = holdBack(restored);
  let kept: string | undefined;
  if (present === 0) rmSync(path, { force: true });
  else {
    kept = nameBeside(path, "replaced");
    // What SQLite keeps beside a damaged file belongs to that one.
    for (const end of ["", "-wal", "-shm"]) if (existsSync(path + end)) renameSync(path + end, kept + end);
  }
  putInPlace(restored, path);
  return { leads, heldBack, kept };
}

/** Undefined when it is damaged. @throws {Error} when somebody uses it */
function presentLeads(path: string): number | undefined {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    // Needs the file for itself, and leaves nothing beside it.
    db.exec("PRAGMA journal_mode = DELETE");
    return leadsIn(db);
  } catch (error) {
    if (error instanceof Error && error.message.includes("locked")) {
      throw new Error(`${path} is in use. Stop the site, and every worker, before a restore.`, {
        cause: error,
      });
    }
    if (isUnavailability(error)) return undefined;
    throw error;
  } finally {
    db.close();
  }
}

/** None when it has no table of leads. */
function leadsIn(db: DatabaseSync): number {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'lead_submissions'").get()) return 0;
  return Number(db.prepare("SELECT count(*) AS n FROM lead_submissions").get()?.["n"]);
}

/** What was due by now, or had been tried: nobody knows whether it was sent between the backup and the loss. */
function holdBack(path: string): number {
  const db = new DatabaseSync(path);
  try {
    if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'deliveries'").get()) return 0;
    const now = new Date().toISOString();
    // Else the agency would be told that its mail fails.
    db.prepare("UPDATE mail_failure_notice SET told_at = ?").run(now);
    const held = db.prepare(
      `UPDATE deliveries SET state = 'dead', lease_id = NULL, next_at = :now, last_error = :reason
       WHERE state = 'due' AND (next_at <= :now OR attempts > 0)`,
    );
    return Number(held.run({ now, reason: HELD_BACK }).changes);
  } finally {
    db.close();
  }
}

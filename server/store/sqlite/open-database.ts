import { accessSync, closeSync, constants, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { attempt } from "../../../contract/attempt.ts";
import { isoTime } from "../../../contract/durations.ts";
import {
  giveToOwner,
  makePrivateFolder,
  makePrivate,
} from "../../settings/data-dir.ts";
import { messageOf } from "../../settings/error-code.ts";
import { isFile } from "../../settings/files-in.ts";
import { LEADS_STOPPED } from "../../settings/leads-command.ts";
import { newestBackup } from "../backups.ts";
import { migrationSets } from "../migrations.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { lockFile } from "./copies.ts";
import { migrateSqlite } from "./migrate.ts";
import { faultOf } from "./sqlite-errors.ts";

export const MIGRATIONS = migrationSets(new URL("./", import.meta.url));

const SYNCHRONOUS_FULL = 2;

/**
 * @param busyTimeout milliseconds @throws
 * {Error} for a store that cannot be used safely
 */
export function openDatabase(
  path: string,
  busyTimeout: number,
  sets = MIGRATIONS,
) {
  let db: DatabaseSync | undefined;
  try {
    makePrivateFolder(dirname(path));
    const lock = lockFile(path, busyTimeout);
    try {
      // Opening and closing the file would drop our
      // locks on it ("How To Corrupt", section 2.2).
      if (isFile(path)) accessSync(path, constants.R_OK | constants.W_OK);
      else {
        closeSync(openSync(path, "a", 0o600));
        giveToOwner(path);
      }
      // SQLite gives its companion files the mode of the database file.
      makePrivate(path);
      db = new DatabaseSync(path, {
        timeout: busyTimeout,
        enableForeignKeyConstraints: true,
      });
      // From here on a restore finds that the file is in use.
      makeDurable(db);
    } finally {
      lock?.close();
    }
    migrateSqlite(db, sets);
    return db;
  } catch (cause) {
    db?.close();
    const ofSystem = cause instanceof Error && "syscall" in cause;
    const reason = ofSystem
      ? "its folder or its file cannot be used"
      : faultOf(cause);
    if (reason === undefined) throw cause;
    const isDamaged = /not a database|malformed/.test(messageOf(cause));
    const remedy = isDamaged ? ` ${remedyOf(path)}` : "";
    const fault = ofSystem ? cause.message : reason;
    throw new StoreUnavailable(
      reason,
      { cause },
      `${path} cannot be used: ${fault}.${remedy}`,
    );
  }
}

function remedyOf(path: string): string {
  const looked = attempt(() => ({
    backup: newestBackup(dirname(path), Date.now()),
  }));
  if (!looked) return "This user may not look for its backups.";
  const { backup } = looked;
  if (!backup)
    return "There is no backup of it. For an empty store, stop the site and move the file away.";
  const time = isoTime(backup.madeAt);
  return `The newest backup is from ${time}. Stop the site, then run: ${LEADS_STOPPED} restore --replace`;
}

function makeDurable(db: DatabaseSync): void {
  db.exec("PRAGMA secure_delete = ON");
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = FULL");
  // macOS answers fsync before the disk has
  // the data. These two pragmas make it wait.
  db.exec("PRAGMA fullfsync = 1");
  db.exec("PRAGMA checkpoint_fullfsync = 1");
  const journal = db.prepare("PRAGMA journal_mode").get()?.["journal_mode"];
  const synchronous = db.prepare("PRAGMA synchronous").get()?.["synchronous"];
  if (journal !== "wal" || synchronous !== SYNCHRONOUS_FULL)
    throw new Error(
      `The database would not keep leads through a power cut (journal_mode ${String(journal)}, ` +
        `synchronous ${String(synchronous)}). Put DATA_DIR on a local disk.`,
    );
}

import { linkSync, rmSync, statSync, type BigIntStats } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { makePrivateFolder, syncFolder } from "../../settings/data-dir.ts";
import { codeOf, messageOf } from "../../settings/error-code.ts";
import type { Log } from "../database.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { copyFrom, nameBeside } from "./copies.ts";

const SAVE_AGAIN_MS = 1_000;

export type WatchedFile = ReturnType<typeof watchFile>;

/**
 * Notices a database file that is deleted,
 * replaced or truncated, and saves its data.
 * @param lose logs a sentence, and replaces
 * the connection with a new connection
 */
export function watchFile(db: DatabaseSync, path: string, log: Log, lose: Log) {
  let checked = stateOf(path);
  /** A time of `performance.now()`; `Infinity` after the data are saved. */
  let saveAgainAt = 0;
  let fault: StoreUnavailable | undefined;

  /**
   * Runs before and after a commit, since a commit
   * into a deleted file is lost at the next start.
   * @throws {StoreUnavailable} when the file or
   * its log is gone, or the file was truncated
   */
  function check(): void {
    if (fault && performance.now() < saveAgainAt) throw fault;
    const state = stateOf(path);
    const save = () => saveCopy(db, path, state.walId === checked.walId);
    if (state.id !== checked.id)
      fail(
        "file",
        state.id === undefined ? "deleted" : "replaced by another file",
        save,
      );
    if (state.size < checked.size) fail("file", "overwritten", save);
    if (checked.walId !== undefined && state.walId !== checked.walId)
      fail("log", "deleted", () => checkpoint(db));
    checked = state;
    fault = undefined;
  }

  function fail(
    part: "file" | "log",
    event: string,
    save: () => string,
  ): never {
    const lost = part === "file" ? path : `${path}-wal`;
    try {
      const saved = save();
      saveAgainAt = Infinity;
      lose(`${lost} was ${event} under the running site. ${saved}`);
    } catch (error) {
      saveAgainAt = performance.now() + SAVE_AGAIN_MS;
      if (!fault)
        log(
          `${lost} was ${event}, and its leads cannot be saved yet: ${messageOf(error)}`,
        );
    }
    fault = new StoreUnavailable(
      `the database ${part} was ${event} under the running site`,
    );
    throw fault;
  }

  return { check, lose };
}

function checkpoint(db: DatabaseSync): string {
  const result = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  if (result?.["busy"] !== 0)
    throw new Error("the checkpoint is held up by a reader.");
  return "Nothing is lost: its content is in the database file now.";
}

/**
 * Saves the data at the store's path or, if another file
 * has this path by now, in a file beside it. The old log
 * is removed, unless another process has replaced it.
 */
function saveCopy(db: DatabaseSync, path: string, hasOldLog: boolean): string {
  makePrivateFolder(dirname(path));
  const copy = nameBeside(path, "rescued");
  copyFrom(db, copy);
  if (hasOldLog)
    for (const suffix of ["-wal", "-shm"])
      rmSync(path + suffix, { force: true });
  try {
    linkSync(copy, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return `Its leads are kept in ${copy} (docs/backups.md); the site goes on with the new file.`;
  }
  rmSync(copy);
  syncFolder(dirname(path));
  return "Nothing is lost: the file was written again.";
}

/**
 * Each id is a device and an inode. `walId` is undefined until SQLite creates
 * the write-ahead log at the first commit. If `size` falls, the file was
 * truncated, or somebody ran `VACUUM`.
 */
function stateOf(path: string) {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true });
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false, bigint: true });
  return {
    id: file && idOf(file),
    size: file?.size ?? 0n,
    walId: log && idOf(log),
  };
}

const idOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

/** Notices a database file that is deleted, replaced or truncated, and saves its data. */
import { linkSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { codeOf, messageOf } from "../../../contract/error-code.ts";
import { makeDataDir, syncFolder } from "../../settings/data-dir.ts";
import type { Log } from "../database.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { copyFrom, fileIdAt, nameBeside } from "./copies.ts";

/** Pause between two attempts to save the data that the connection still sees. Milliseconds. */
const AGAIN_MS = 1_000;

export type WatchedFile = ReturnType<typeof watchFile>;

/** @param lose receives a sentence when the connection has to be made anew */
export function watchFile(db: DatabaseSync, path: string, log: Log, lose: Log) {
  const openedId = fileIdAt(path);
  /** The write-ahead log's; undefined until SQLite creates it at the first commit. */
  let knownWalId = fileIdAt(`${path}-wal`);
  /** Bytes. A smaller file was cut, or vacuumed by hand, which costs one needless copy. */
  let knownSize = sizeOf(path);
  /** When to try again to save the data, by `performance.now()`. */
  let tryAgainAt = 0;
  let fault: StoreUnavailable | undefined;

  /**
   * Called before and after a commit, since a commit into a deleted file is lost at the next start.
   * @throws {StoreUnavailable} when file or log were deleted or replaced, or the file was cut
   */
  function check(): void {
    if (fault && performance.now() < tryAgainAt) throw fault;
    const id = fileIdAt(path);
    const walId = fileIdAt(`${path}-wal`);
    const size = sizeOf(path);
    const isOpened = id === openedId;
    const isCut = isOpened && size < knownSize;
    if (isOpened && !isCut && (knownWalId === undefined || walId === knownWalId)) {
      knownWalId = walId;
      knownSize = size;
      fault = undefined;
      return;
    }
    if (isCut) fail("overwritten", () => saveCopy(walId));
    if (isOpened) fail("deleted", checkpoint, "log");
    fail(id === undefined ? "deleted" : "replaced by another file", () => saveCopy(walId));
  }

  /** Tries to save the data first. @throws {StoreUnavailable} in any case */
  function fail(became: string, save: () => string, part: "file" | "log" = "file"): never {
    const what = part === "file" ? path : `${path}-wal`;
    const isNew = fault === undefined;
    try {
      const saved = save();
      tryAgainAt = Infinity;
      lose(`${what} was ${became} under the running site. ${saved}`);
    } catch (error) {
      tryAgainAt = performance.now() + AGAIN_MS;
      if (isNew) log(`${what} was ${became}, and its leads cannot be saved yet: ${messageOf(error)}`);
    }
    fault = new StoreUnavailable(`the database ${part} was ${became} under the running site`);
    throw fault;
  }

  function checkpoint(): string {
    const result = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    if (result?.["busy"] !== 0) throw new Error("the checkpoint is held up by a reader.");
    return "Nothing is lost: its content is in the database file now.";
  }

  /** Saves the data at the path, or beside a file there; removes the log unless it is new. */
  function saveCopy(walId: string | undefined): string {
    makeDataDir(dirname(path));
    const copy = nameBeside(path, "rescued");
    copyFrom(db, copy);
    const oldFiles = walId === knownWalId ? ["-wal", "-shm"] : [];
    for (const end of oldFiles) rmSync(path + end, { force: true });
    try {
      linkSync(copy, path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      return `Its leads are kept in ${copy} (docs/backups.md brings them back); the site goes on with the new file.`;
    }
    rmSync(copy);
    syncFolder(dirname(path));
    return "Nothing is lost: it was written again.";
  }

  return { check, lose };
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

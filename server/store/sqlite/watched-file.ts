import { linkSync, rmSync, statSync, type BigIntStats } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { codeOf, messageOf } from "../../settings/error-code.ts";
import { makePrivateFolder, syncFolder } from "../../settings/data-dir.ts";
import type { Log } from "../database.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { copyFrom, nameBeside } from "./copies.ts";

const SAVE_AGAIN_MS = 1_000;

/**
 * Notices a database file that is deleted,
 * replaced or truncated, and saves its data.
 */
export class WatchedFile {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #log: Log;
  /** Logs a sentence, and replaces the connection with a new connection. */
  readonly lose: Log;
  #checkedState: ReturnType<typeof stateOf>;
  /** A time of `performance.now()`; `Infinity` after the data are saved. */
  #saveAgainAt = 0;
  #fault: StoreUnavailable | undefined;

  constructor(db: DatabaseSync, path: string, log: Log, lose: Log) {
    this.#db = db;
    this.#path = path;
    this.#log = log;
    this.lose = lose;
    this.#checkedState = stateOf(path);
  }

  /**
   * Runs before and after a commit, since a commit
   * into a deleted file is lost at the next start.
   * @throws {StoreUnavailable} when the file or
   * its log is gone, or the file was truncated
   */
  check(): void {
    if (this.#fault && performance.now() < this.#saveAgainAt) throw this.#fault;
    const before = this.#checkedState;
    const state = stateOf(this.#path);
    const saveCopy = () => this.#saveCopy(state.walId);
    if (state.id !== before.id)
      this.#fail(
        "file",
        state.id === undefined ? "deleted" : "replaced by another file",
        saveCopy,
      );
    if (state.size < before.size) this.#fail("file", "overwritten", saveCopy);
    if (before.walId !== undefined && state.walId !== before.walId)
      this.#fail("log", "deleted", () => this.#checkpoint());
    this.#checkedState = state;
    this.#fault = undefined;
  }

  #fail(part: "file" | "log", event: string, save: () => string): never {
    const path = part === "file" ? this.#path : `${this.#path}-wal`;
    const isFirst = this.#fault === undefined;
    try {
      const saved = save();
      this.#saveAgainAt = Infinity;
      this.lose(`${path} was ${event} under the running site. ${saved}`);
    } catch (error) {
      this.#saveAgainAt = performance.now() + SAVE_AGAIN_MS;
      if (isFirst)
        this.#log(
          `${path} was ${event}, and its leads cannot be saved yet: ${messageOf(error)}`,
        );
    }
    this.#fault = new StoreUnavailable(
      `the database ${part} was ${event} under the running site`,
    );
    throw this.#fault;
  }

  #checkpoint(): string {
    const result = this.#db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    if (result?.["busy"] !== 0)
      throw new Error("the checkpoint is held up by a reader.");
    return "Nothing is lost: its content is in the database file now.";
  }

  /**
   * Saves the data at the store's path or, if another file
   * has this path by now, in a file beside it. The old log
   * is removed, unless another process has replaced it.
   */
  #saveCopy(walId: string | undefined): string {
    makePrivateFolder(dirname(this.#path));
    const copy = nameBeside(this.#path, "rescued");
    copyFrom(this.#db, copy);
    const oldSuffixes =
      walId === this.#checkedState.walId ? ["-wal", "-shm"] : [];
    for (const suffix of oldSuffixes)
      rmSync(this.#path + suffix, { force: true });
    try {
      linkSync(copy, this.#path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      return `Its leads are kept in ${copy} (docs/backups.md); the site goes on with the new file.`;
    }
    rmSync(copy);
    syncFolder(dirname(this.#path));
    return "Nothing is lost: the file was written again.";
  }
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

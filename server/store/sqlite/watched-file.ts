import { linkSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { codeOf, messageOf } from "../../settings/error-code.ts";
import { makeDataDir, syncFolder } from "../../settings/data-dir.ts";
import type { Log } from "../database.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { copyFrom, fileIdAt, nameBeside } from "./copies.ts";

const SAVE_AGAIN_MS = 1_000;

/** Notices a database file that is deleted, replaced or truncated, and saves its data. */
export class WatchedFile {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #log: Log;
  /** Receives a sentence when the connection has to be made anew. */
  readonly lose: Log;
  readonly #openedId: string | undefined;
  /** Undefined until SQLite creates the write-ahead log at the first commit. */
  #walId: string | undefined;
  /** Bytes. If the file becomes smaller, it was cut. `VACUUM` by hand looks the same. */
  #size: number;
  #saveAgainAt = 0;
  #fault: StoreUnavailable | undefined;

  constructor(db: DatabaseSync, path: string, log: Log, lose: Log) {
    this.#db = db;
    this.#path = path;
    this.#log = log;
    this.lose = lose;
    this.#openedId = fileIdAt(path);
    this.#walId = fileIdAt(`${path}-wal`);
    this.#size = sizeOf(path);
  }

  /**
   * Runs before and after a commit, since a commit into a deleted file is lost at the next start.
   * @throws {StoreUnavailable} when file or log were deleted or replaced, or the file was cut
   */
  check(): void {
    if (this.#fault && performance.now() < this.#saveAgainAt) throw this.#fault;
    const id = fileIdAt(this.#path);
    const walId = fileIdAt(`${this.#path}-wal`);
    const size = sizeOf(this.#path);
    const isLogGone = this.#walId !== undefined && walId !== this.#walId;
    const saveCopy = () => this.#saveCopy(walId);
    if (id !== this.#openedId)
      this.#fail("file", id === undefined ? "deleted" : "replaced by another file", saveCopy);
    if (size < this.#size) this.#fail("file", "overwritten", saveCopy);
    if (isLogGone) this.#fail("log", "deleted", () => this.#checkpoint());
    this.#walId = walId;
    this.#size = size;
    this.#fault = undefined;
  }

  #fail(part: "file" | "log", became: string, save: () => string): never {
    const what = part === "file" ? this.#path : `${this.#path}-wal`;
    const isNew = this.#fault === undefined;
    try {
      const saved = save();
      this.#saveAgainAt = Infinity;
      this.lose(`${what} was ${became} under the running site. ${saved}`);
    } catch (error) {
      this.#saveAgainAt = performance.now() + SAVE_AGAIN_MS;
      if (isNew) this.#log(`${what} was ${became}, and its leads cannot be saved yet: ${messageOf(error)}`);
    }
    this.#fault = new StoreUnavailable(`the database ${part} was ${became} under the running site`);
    throw this.#fault;
  }

  #checkpoint(): string {
    const result = this.#db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    if (result?.["busy"] !== 0) throw new Error("the checkpoint is held up by a reader.");
    return "Nothing is lost: its content is in the database file now.";
  }

  /**
   * Saves the data at the path of the store, or beside it if another file stands there by now. The
   * log is removed, unless another process has begun a new one.
   */
  #saveCopy(walId: string | undefined): string {
    makeDataDir(dirname(this.#path));
    const copy = nameBeside(this.#path, "rescued");
    copyFrom(this.#db, copy);
    const oldFiles = walId === this.#walId ? ["-wal", "-shm"] : [];
    for (const end of oldFiles) rmSync(this.#path + end, { force: true });
    try {
      linkSync(copy, this.#path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      return `Its leads are kept in ${copy} (docs/backups.md brings them back); the site goes on with the new file.`;
    }
    rmSync(copy);
    syncFolder(dirname(this.#path));
    return "Nothing is lost: it was written again.";
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

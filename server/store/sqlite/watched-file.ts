/** Notices a database file that is deleted, replaced or truncated, and saves its data. */
import { linkSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { codeOf, messageOf } from "../../../contract/error-code.ts";
import { makeDataDir, syncFolder } from "../../settings/data-dir.ts";
import type { Log } from "../database.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { copyFrom, fileAt, nameBeside } from "./copies.ts";

/** Pause between two attempts to save the data that the connection still sees. Milliseconds. */
const AGAIN_MS = 1_000;

/** A commit into such a file is lost at the next start, so the file is looked at around each. */
export class WatchedFile {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #log: Log;
  /** Receives a sentence when the connection has to be made anew. */
  readonly lose: Log;
  readonly #opened: string | undefined;
  /** SQLite creates it at the first commit. */
  #wal: string | undefined;
  /** Bytes. Only a manual VACUUM makes a file smaller, which costs one needless copy. */
  #size: number;
  #notBefore = 0;
  #fault: StoreUnavailable | undefined;

  constructor(db: DatabaseSync, path: string, log: Log, lose: Log) {
    this.#db = db;
    this.#path = path;
    this.#log = log;
    this.lose = lose;
    this.#opened = fileAt(path);
    this.#wal = fileAt(`${path}-wal`);
    this.#size = sizeOf(path);
  }

  /** @throws {StoreUnavailable} unless the file is the opened one: a commit must not be answered */
  check(): void {
    if (this.#fault && performance.now() < this.#notBefore) throw this.#fault;
    const [database, wal, bytes] = [fileAt(this.#path), fileAt(`${this.#path}-wal`), sizeOf(this.#path)];
    const isOpened = database === this.#opened;
    const isCut = isOpened && bytes < this.#size;
    if (isOpened && !isCut && (this.#wal === undefined || wal === this.#wal)) {
      [this.#wal, this.#size] = [wal, bytes];
      this.#fault = undefined;
      return;
    }
    if (isCut) this.#fail("overwritten", () => this.#saveCopy(wal));
    if (isOpened) this.#fail("deleted", () => this.#checkpoint(), `${this.#path}-wal`);
    const became = database === undefined ? "deleted" : "replaced by another file";
    this.#fail(became, () => this.#saveCopy(wal));
  }

  /** Saves the data first. @throws {StoreUnavailable} in any case */
  #fail(became: string, save: () => string, what = this.#path): never {
    const isNew = this.#fault === undefined;
    try {
      const saved = save();
      this.#notBefore = Infinity;
      this.lose(`${what} was ${became} under the running site. ${saved}`);
    } catch (error) {
      this.#notBefore = performance.now() + AGAIN_MS;
      if (isNew) this.#log(`${what} was ${became}, and its leads cannot be saved yet: ${messageOf(error)}`);
    }
    this.#fault = new StoreUnavailable(`the database file was ${became} under the running site`);
    throw this.#fault;
  }

  #checkpoint(): string {
    const result = this.#db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    if (result?.["busy"] !== 0) throw new Error("the checkpoint is held up by a reader.");
    return "Nothing is lost: its content is in the database file now.";
  }

  /** At the path if no file is there, else beside it, and without the old log. */
  #saveCopy(wal: string | undefined): string {
    makeDataDir(dirname(this.#path));
    const copy = nameBeside(this.#path, "rescued");
    copyFrom(this.#db, copy);
    if (wal === this.#wal) for (const end of ["-wal", "-shm"]) rmSync(this.#path + end, { force: true });
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

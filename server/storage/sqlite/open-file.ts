/** A commit into a deleted, replaced or truncated file succeeds and is lost at the next start, so each is checked. */
import { linkSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Unavailable } from "../availability.ts";
import { makeDataDir, syncFolder } from "../../configuration/data-dir.ts";
import { codeOf } from "../../../contract/error-code.ts";
import { nameBeside, vacuumInto } from "./copies.ts";

/** Between two attempts to save what the connection still sees. Milliseconds. */
const AGAIN_MS = 1_000;

export class OpenFile {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #database: string | undefined;
  /** SQLite creates it at the first commit. */
  #log: string | undefined;
  /** Bytes. Only a manual VACUUM makes a file smaller; then it is saved once too often. */
  #size: number;
  #notBefore = 0;
  #fault: Unavailable | undefined;

  constructor(db: DatabaseSync, path: string) {
    this.#db = db;
    this.#path = path;
    this.#database = identity(path);
    this.#log = identity(`${path}-wal`);
    this.#size = sizeOf(path);
  }

  /**
   * Why a commit must not be answered as stored. Data that the connection still sees are saved first.
   * @param notify gets a sentence; `saved`: all data are, and the connection has to be closed
   */
  fault(notify: (sentence: string, saved: boolean) => void): Unavailable | undefined {
    if (this.#fault && performance.now() < this.#notBefore) return this.#fault;
    const [database, log] = [identity(this.#path), identity(`${this.#path}-wal`)];
    const size = sizeOf(this.#path);
    const isCut = database === this.#database && size < this.#size;
    const isSame = database === this.#database && !isCut;
    if (isSame && (this.#log === undefined || log === this.#log)) {
      [this.#log, this.#size] = [log, size];
      return (this.#fault = undefined);
    }
    const what = isSame ? `${this.#path}-wal` : this.#path;
    const gone = database === undefined || isSame ? "deleted" : "replaced by another file";
    const became = isCut ? "overwritten" : gone;
    const reason = `the database file was ${became} under the running site`;
    try {
      const saved = isSame ? this.#checkpoint() : this.#copy(log);
      this.#notBefore = Infinity;
      notify(`${what} was ${became} under the running site. ${saved}`, true);
    } catch (error) {
      this.#notBefore = performance.now() + AGAIN_MS;
      const cause = error instanceof Error ? error.message : String(error);
      if (!this.#fault) notify(`${what} was ${became}, and its leads cannot be saved yet: ${cause}`, false);
    }
    return (this.#fault = { kind: "unavailable", reason });
  }

  #checkpoint(): string {
    const result = this.#db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    if (result?.["busy"] !== 0) throw new Error("the checkpoint is held up by a reader.");
    return "Nothing is lost: its content is in the database file now.";
  }

  /** Saves to the path if no file is there, else beside it. SQLite would apply the old log at the path to the new file. */
  #copy(log: string | undefined): string {
    makeDataDir(dirname(this.#path));
    const copy = nameBeside(this.#path, "replaced");
    vacuumInto(this.#db, copy);
    if (log === this.#log) for (const end of ["-wal", "-shm"]) rmSync(this.#path + end, { force: true });
    try {
      linkSync(copy, this.#path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      return `Its leads are kept in ${copy}; the site goes on with the new file.`;
    }
    rmSync(copy);
    syncFolder(dirname(this.#path));
    return "Nothing is lost: it was written again.";
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function identity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.dev}:${found.ino}`;
}

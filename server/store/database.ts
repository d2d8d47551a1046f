import type { Query } from "./query.ts";

/** Receives a sentence, without data of a lead. */
export type Log = (sentence: string) => void;

export type Work<Result> = (query: Query) => Promise<Result>;

/** `read` and `write` throw `StoreUnavailable` for a fault of the machine. */
export interface Database {
  /** `work` sees the store at one moment, and cannot write. */
  read<Result>(work: Work<Result>): Promise<Result>;
  /** Writes all to disk, or nothing. `work` may await only queries. @throws {DuplicateId} */
  write<Result>(work: Work<Result>): Promise<Result>;
  /** Removes deleted data from SQLite's log beside the file. */
  forgetDeleted(): void;
  /** Waits for the transactions under way. */
  close(): Promise<void>;
}

/** A client chose the id of another lead, so nothing of its transaction was stored. */
export class DuplicateId extends Error {}

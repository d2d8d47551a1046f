/** A store as features see it: transactions, on SQLite or PostgreSQL. */
import type { Query } from "./query.ts";

/** Receives a sentence, without data of a lead. */
export type Log = (sentence: string) => void;

export type Work<Result> = (query: Query) => Promise<Result>;

/** Both ways throw `StoreUnavailable` for a fault of the machine. */
export interface Database {
  /** Sees one moment, and cannot write. */
  read<Result>(work: Work<Result>): Promise<Result>;
  /** All or nothing, on disk when this resolves; awaits only its queries. @throws {DuplicateId} */
  write<Result>(work: Work<Result>): Promise<Result>;
  /** Leaves nothing of what was deleted in the log beside the file. Called after a deletion. */
  forgetDeleted(): void;
  /** Waits for the transactions under way. */
  close(): Promise<void>;
}

/** A client chose the id of another lead, so nothing of its transaction was stored. */
export class DuplicateId extends Error {}

/** A store as features see it: transactions, on SQLite or PostgreSQL. */
import type { Query } from "./query.ts";
import type { Found, Refusal, Unavailable } from "./store.ts";

export type Work<Result> = (query: Query) => Promise<Result>;

export interface Database {
  /** Sees one moment, and cannot write. */
  read<Result>(work: Work<Result>): Promise<Result | Unavailable>;
  /** All or nothing, on disk when this resolves; awaits only its queries. @throws {BrokenRule} */
  write<Result>(work: Work<Result>): Promise<Result | Unavailable>;
  /** Leaves nothing of what was deleted in the log beside the file. Called after a deletion. */
  forgetDeleted(): void;
  /** Waits for the transactions under way. */
  close(): Promise<void>;
}

/** A row breaks a rule that a request may break, so nothing of its transaction was stored. */
export class BrokenRule extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, cause: unknown) {
    super(refusal.kind, { cause });
    this.refusal = refusal;
  }
}

export function unavailable(reason: string): Unavailable {
  return { kind: "unavailable", reason };
}

/** @returns `missing` for undefined */
export async function asFound<Value>(value: Promise<Value | undefined>): Promise<Found<Value>> {
  const result = await value;
  return result === undefined ? { kind: "missing" } : { kind: "ok", value: result };
}

/** Reads what the work returns; `missing` for undefined. */
export function finds<Value>(db: Database, work: Work<Value | undefined>): Promise<Found<Value>> {
  return db.read((query) => asFound(work(query)));
}

/** Writes, and returns what the work returns; `missing` for undefined. */
export function changes<Value>(db: Database, work: Work<Value | undefined>): Promise<Found<Value>> {
  return db.write((query) => asFound(work(query)));
}

/** What the store and its worker thread say to each other. */
import type { Insert, InsertResult, LeadQuery, ReadResult, Unavailable } from "../store.ts";

export interface WorkerData {
  path: string;
  /** Milliseconds to wait for another process that holds the lock. */
  busyTimeout: number;
}

export type Request =
  | { id: number; kind: "insert"; insert: Insert }
  | { id: number; kind: "read"; query: LeadQuery }
  | { id: number; kind: "probe" };

export type ToWorker = Request | { kind: "close" };

export type Answer =
  | { id: number; kind: "insert"; result: InsertResult }
  | { id: number; kind: "read"; result: ReadResult }
  | { id: number; kind: "probe"; result: Unavailable | undefined };

/** `open`: the database is open and requests are taken. */
export type FromWorker = { kind: "open" } | { kind: "answers"; answers: Answer[] };

/** What the store and its worker thread say to each other. */
import type { Unavailable } from "../availability.ts";
import { OPERATIONS, type Asked, type Given } from "../operations.ts";
import type { Insert, InsertResult } from "../store.ts";

export interface WorkerData {
  path: string;
  /** `read`: only looks, on a connection that cannot write; the database was opened to write before. */
  mode: "read" | "write";
  /** Milliseconds to wait for another process that holds the lock. */
  busyTimeout: number;
}

type Table = typeof OPERATIONS;

export type OperationName = keyof Table | "insert";

/** What is asked for, and what is answered when the database can be had. */
export type Operations = {
  [Name in OperationName]: Name extends keyof Table
    ? { asks: Asked<Table[Name]>; gives: Given<Table[Name]> }
    : { asks: Insert; gives: InsertResult };
};

/** Those that only look, on a thread of their own. The others write, and share a transaction. */
export function isRead(kind: OperationName): boolean {
  return kind !== "insert" && OPERATIONS[kind].mode === "read";
}

/** How each operation is done. */
export type Handlers = {
  [Name in OperationName]: (
    asks: Operations[Name]["asks"],
  ) => Operations[Name]["gives"] | Promise<Operations[Name]["gives"]>;
};

export type Request<Names extends OperationName = OperationName> = {
  [Name in Names]: { id: number; kind: Name; asks: Operations[Name]["asks"] };
}[Names];

export type ToWorker = Request | { kind: "close" };

export interface Answer<Name extends OperationName = OperationName> {
  id: number;
  kind: Name;
  result: Operations[Name]["gives"] | Unavailable | Fault;
}

/** A mistake of this program in one operation; those beside it were done. */
export interface Fault {
  kind: "fault";
  message: string;
}

/** `open`: the database is open and requests are taken. `told`: sentences for the operator about what was done to it. */
export type FromWorker = { kind: "open"; told: string[] } | { kind: "answers"; answers: Answer[] };

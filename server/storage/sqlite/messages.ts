/** What the store and its worker thread say to each other. */
import type { Unavailable } from "../availability.ts";
import type { Asked, Given, OPERATIONS } from "../operations.ts";

export interface WorkerData {
  path: string;
  /** `read`: only looks, on a connection that cannot write; the database was opened to write before. */
  mode: "read" | "write";
  /** Milliseconds to wait for another process that holds the lock. */
  busyTimeout: number;
}

type Table = typeof OPERATIONS;

export type OperationName = keyof Table;

/** How each operation is done. */
export type Handlers = {
  [Name in OperationName]: (asks: Asked<Table[Name]>) => Promise<Given<Table[OperationName]>>;
};

export type Request<Names extends OperationName = OperationName> = {
  [Name in Names]: { id: number; kind: Name; asks: Asked<Table[Name]> };
}[Names];

export type ToWorker = Request[] | { kind: "close" };

export interface Answer {
  id: number;
  result: Given<Table[OperationName]> | Unavailable | Fault;
}

/** A mistake of this program in one operation; those beside it were done. */
export interface Fault {
  kind: "fault";
  message: string;
}

export type FromWorker =
  /** The database is open and requests are taken. `told`: sentences for the operator about what was done to it. */
  | { kind: "open"; told: string[] }
  | { kind: "answers"; answers: Answer[] }
  /** For the operator. `moved`: the file at the path is another one, so that the store has to be opened again. */
  | { kind: "told"; sentence: string; moved: boolean };

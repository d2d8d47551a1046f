/** The messages between the store and its worker threads. */
import type { Unavailable } from "../availability.ts";
import type { Inputs, OperationName, Outputs } from "../operations.ts";

export interface WorkerData {
  path: string;
  /** `read`: on a connection that cannot write; the database was opened to write before. */
  mode: "read" | "write";
  busyTimeout: number;
}

export type Request<Names extends OperationName = OperationName> = {
  [Name in Names]: { id: number; operation: Name; input: Inputs[Name] };
}[Names];

export type ToWorker = Request[] | { kind: "close" };

/** An error of this program in one operation; concurrent operations succeeded. */
export interface Fault {
  kind: "fault";
  message: string;
}

export type Result<Name extends OperationName = OperationName> = Outputs[Name] | Unavailable | Fault;

export interface Answer {
  id: number;
  result: Result;
}

export type FromWorker =
  /** The database is open and requests are taken. `messages`: sentences for the operator about changes at its opening. */
  | { kind: "open"; messages: string[] }
  | { kind: "answers"; answers: Answer[] }
  /** For the operator. `moved`: another file is at the path, so the store has to be reopened. */
  | { kind: "log"; sentence: string; moved: boolean };

/**
 * The one interface behind the inbox, the command line and the metrics: the operations of `contract/admin-operations.ts`
 * as functions. Two implementations: over the store, and over HTTP to a running server.
 */
import type { Asked, Given, OPERATIONS } from "../../contract/admin-operations.ts";

/** What is wrong with what was asked, in a sentence for the operator. */
interface Missing {
  kind: "missing";
}

/** The store or the server cannot be had now. `reason` is a sentence for the operator. */
export interface AdminUnavailable {
  kind: "unavailable";
  reason: string;
}

export type Result<Value> = { kind: "ok"; value: Value } | Missing | AdminUnavailable;

/** `by`: whose sign-in to the inbox it is; over HTTP nobody can say. */
export type AdminOperations = {
  [Name in keyof typeof OPERATIONS]: (asked: Asked<Name>, by?: string) => Promise<Result<Given<Name>>>;
};

export interface LeadsAdmin extends AdminOperations {
  close(): Promise<void>;
}

/** Over HTTP each operation has an address of its name, below this one. */
export const ADMIN_PATH = "/admin";

/** The operations of `contract/admin-operations.ts` as functions: over the store, or over HTTP to a running server. */
import type { Unavailable } from "../storage/availability.ts";
import type { Input, Output, OPERATIONS } from "../../contract/admin-operations.ts";

/** The store or the server cannot be had now. `reason` is a sentence for the operator. */
export type AdminUnavailable = Pick<Unavailable, "kind" | "reason">;

export type Result<Value> = { kind: "ok"; value: Value } | { kind: "missing" } | AdminUnavailable;

/** `by`: whose sign-in to the inbox it is; over HTTP nobody can say. */
export type AdminOperations = {
  [Name in keyof typeof OPERATIONS]: (input: Input<Name>, by?: string) => Promise<Result<Output<Name>>>;
};

export interface LeadsAdmin extends AdminOperations {
  close(): Promise<void>;
}

/** Over HTTP each operation has an address of its name, below this one. */
export const ADMIN_PATH = "/admin";

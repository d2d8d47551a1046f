/** The operations of `contract/admin-operations.ts` as functions: over the store, or over HTTP to a running server. */
import type { Unavailable } from "../storage/availability.ts";
import type { Input, Output, OPERATIONS } from "../../contract/admin-operations.ts";

/** The store or the server cannot be reached. `reason` is a sentence for the operator. */
export type AdminUnavailable = Pick<Unavailable, "kind" | "reason">;

export type Result<Value> = { kind: "ok"; value: Value } | { kind: "missing" } | AdminUnavailable;

/** `by`: the address signed in to the inbox; HTTP has none. */
export type AdminOperations = {
  [Name in keyof typeof OPERATIONS]: (input: Input<Name>, by?: string) => Promise<Result<Output<Name>>>;
};

export interface LeadsAdmin extends AdminOperations {
  close(): Promise<void>;
}

/** Each operation has an HTTP address with its name, below this path. */
export const ADMIN_PATH = "/admin";

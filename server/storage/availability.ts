/** An unavailable store, as an answer and as an error at its opening, and when a retry makes sense. */

/** Seconds after which a store that is locked, full or being opened again is worth another try. */
export const STORE_RETRY_SECONDS = 5;

/** Nothing was stored. `reason` is for the log: it names the fault and contains no lead data. */
export interface Unavailable {
  kind: "unavailable";
  reason: string;
  /** Whether the adapter has to connect anew before the store can be trusted again. */
  reopen?: boolean;
}

/** `missing`: the named record does not exist. */
export type Found<Value> = { kind: "ok"; value: Value } | { kind: "missing" } | Unavailable;

/** The message is a sentence for the operator; `reason` names the fault to everybody, without a path or an address. */
export class OpeningError extends Error {
  readonly reason: string;

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

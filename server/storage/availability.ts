/** A store that cannot be had: as an answer, and as an error at its opening. */

/** Seconds after which a store that is locked, full or being opened again is worth another try. */
export const STORE_RETRY_SECONDS = 5;

/** Nothing was promised. `reason` is for the log: it names the fault and nothing of the lead. */
export interface Unavailable {
  kind: "unavailable";
  reason: string;
  /** Whether the adapter has to connect anew before the store can be trusted again. */
  reopen?: boolean;
}

/** `missing`: what was named is not there. */
export type Found<Value> = { kind: "ok"; value: Value } | { kind: "missing" } | Unavailable;

/** The message is a sentence for the operator; `reason` names the fault to everybody, without a path or an address. */
export class OpeningError extends Error {
  readonly reason: string;

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

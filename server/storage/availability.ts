/** What a store answers while it cannot be had. */

/** Seconds after which a store that is locked, full or being opened again is worth another try. */
export const STORE_RETRY_SECONDS = 5;

/** Nothing was promised. `reason` is for the log: it names the fault and nothing of the lead. */
export interface Unavailable {
  kind: "unavailable";
  reason: string;
  /** Whether the adapter has to connect anew before the store can be trusted again. */
  reopen?: boolean;
}

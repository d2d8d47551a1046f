/** Limits that page and server share. Sizes in bytes, times in milliseconds. */

/** The largest request body that is read; past it nothing is stored. */
export const MAX_BODY_BYTES = 64 * 1024;

/** How long the page waits for an answer before it tells the visitor what to do instead. */
export const SUBMIT_TIMEOUT_MS = 15_000;

/** How long an idempotency key is remembered: the same form sent again within it is the same lead. */
export const IDEMPOTENCY_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/** The longest `Idempotency-Key` that is accepted, in characters. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/** The longest note on a lead, in Unicode code points. */
export const MAX_NOTE_LENGTH = 4_000;

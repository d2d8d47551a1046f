/** What `Retry-After` says where no better time is known, in seconds. */

/** A store that is locked, full or being opened again. */
export const STORE_RETRY_SECONDS = 5;

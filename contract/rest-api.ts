/** Names in the form's request and its responses. */

/** Version of the consent note, first page and referrer of the visit, separated by blanks. */
export const SOURCE_HEADER = "x-lead-source";

export const IDEMPOTENCY_HEADER = "idempotency-key";

/** Response header: the path where the stored lead picks a time for its call, if there is one. */
export const OFFER_HEADER = "x-schedule";

/** Response header about a single lead: `mail` if its visitor gets a confirmation, else `none`. */
export const CONFIRMATION_HEADER = "x-confirmation";

/** Programs fill it; people do not see it, and browsers autofill no "subject" (HTML Standard). */
export const HONEYPOT_FIELD = "subject";

/**
 * Request header. It may begin with {@link HONEYPOT_FILLED}, if a program filled the field. A token
 * follows, which says when typing began.
 */
export const FORM_TIMING_HEADER = "x-lead-filled";
export const HONEYPOT_FILLED = "unseen";

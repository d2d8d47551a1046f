/** Names of headers and fields in the form's request and its response. */

/**
 * Request header: the version of the consent
 * note, the visit's first page, and its referrer.
 */
export const SOURCE_HEADER = "x-lead-source";

export const IDEMPOTENCY_HEADER = "idempotency-key";

/**
 * Response header: the path where the lead picks
 * a time for a call, if there is such a path.
 */
export const OFFER_HEADER = "x-schedule";

/**
 * Response header, absent for several leads:
 * `mail` if the visitor gets a mail, else `none`.
 */
export const CONFIRMATION_HEADER = "x-confirmation";

/**
 * Only programs fill this field. People do not
 * see it, and browsers autofill no `subject`.
 */
export const HONEYPOT_FIELD = "subject";

/** Request header, with {@link HONEYPOT_FILLED} if the field was filled. */
export const HONEYPOT_HEADER = "x-lead-filled";
export const HONEYPOT_FILLED = "unseen";

/**
 * The key of the telephone number, which is sent
 * beside a lead's columns if the form asks for it.
 */
export const NUMBER_KEY = "call_number";
/**
 * The key of the number about which the form has asked,
 * or of an empty text. Nobody is asked without this key.
 */
export const ASKED_KEY = "asked_number";

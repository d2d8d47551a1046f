/** Limits of forms, mails and notes, and of an answer's time. */

/** The largest request body that is accepted; nothing of a larger one is stored. */
export const MAX_BODY_BYTES = 64 * 1024;

/** The most fields of a form that is accepted; counted before parsing. */
export const MAX_FORM_FIELDS = 32;

/** How long an idempotency key makes the same form the same lead. */
export const IDEMPOTENCY_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The most mails to a mailbox in 24 hours because of what visitors do; the agency may send more.
 * On the day of a call, an honest visitor causes four: confirmation, invitation, move and reminder.
 */
export const MAILBOX_MAILS_A_DAY = 6;

/** Hours, also at night, within which pages and mails promise a lead an answer (`{hours}`). */
export const ANSWER_HOURS = 24;

/** Code points. */
export const MAX_NOTE_LENGTH = 4_000;

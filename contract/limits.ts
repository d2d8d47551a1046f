export const MAX_BODY_BYTES = 64 * 1024;

/** The list of leads shows this many on a page. */
export const LIST_SIZE = 25;

/**
 * The form of the working hours has a field for
 * each day of each line, and for each closed date.
 */
export const MAX_FORM_FIELDS = 200;

/**
 * The site knows a repeated form by its key, and keeps the key for this time.
 */
export const IDEMPOTENCY_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Visitors can cause this many mails to one mailbox
 * in a day. Honest visitors cause up to four.
 */
export const MAILBOX_MAILS_A_DAY = 6;

/**
 * Pages and mails promise an answer within
 * this many hours (`{hours}`), day and night.
 */
export const ANSWER_HOURS = 24;

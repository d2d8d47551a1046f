export const MAX_BODY_BYTES = 64 * 1024;

export const MAX_FORM_FIELDS = 32;

/** How long an idempotency key makes the same form the same lead. */
export const IDEMPOTENCY_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/** Mails that visitors may cause in 24 hours. On the day of a call, an honest one causes four. */
export const MAILBOX_MAILS_A_DAY = 6;

/** Hours, also at night, within which pages and mails promise a lead an answer (`{hours}`). */
export const ANSWER_HOURS = 24;

/** Code points. */
export const MAX_NOTE_LENGTH = 4_000;

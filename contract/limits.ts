export const MAX_BODY_BYTES = 64 * 1024;

export const MAX_FORM_FIELDS = 32;

/** For so long, a form that is sent again makes no second lead. Older keys are deleted once a day. */
export const IDEMPOTENCY_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/** Mails to one mailbox that visitors can cause in 24 hours. Honest ones cause up to four. */
export const MAILBOX_MAILS_A_DAY = 6;

/** Hours, also at night, within which pages and mails promise a lead an answer (`{hours}`). */
export const ANSWER_HOURS = 24;

/** Code points. */
export const MAX_NOTE_LENGTH = 4_000;

export const MAX_BODY_BYTES = 64 * 1024;

export const MAX_FORM_FIELDS = 32;

/** Within this time, a form that is sent again makes no second lead. Old keys are deleted daily. */
export const IDEMPOTENCY_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/** Mails to one mailbox that visitors can cause in 24 hours. Honest visitors cause up to four. */
export const MAILBOX_MAILS_A_DAY = 6;

/** Pages and mails promise a lead an answer within so many hours (`{hours}`), day and night. */
export const ANSWER_HOURS = 24;

/** Counted in code points. */
export const MAX_NOTE_LENGTH = 4_000;

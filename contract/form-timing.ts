/** Form timing and honeypot, which the page sends with the lead. Never trusted, never required. */

/** Invisible to people; programs fill it. Browsers do not: "subject" is not an autofill name (HTML Standard, "Autofill"). */
export const HONEYPOT_FIELD = "subject";

/** Where a page gets a token with the time at which its form was begun. */
export const FORM_START_PATH = "/begun";

/** Carries that token, after {@link HONEYPOT_FILLED} and a blank when the honeypot was filled. */
export const FORM_TIMING_HEADER = "X-Lead-Filled";
export const HONEYPOT_FILLED = "unseen";

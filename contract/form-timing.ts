/** Form timing and honeypot, which the page sends with the lead. Never trusted, never required. */

/** Invisible to people; programs fill it. Browsers do not: "subject" is not an autofill name (HTML Standard, "Autofill"). */
export const HONEYPOT_FIELD = "subject";

/** Carries the token of the time at which the form was begun, after {@link HONEYPOT_FILLED} and a blank when the honeypot was filled. */
export const FORM_TIMING_HEADER = "x-lead-filled";
export const HONEYPOT_FILLED = "unseen";

/** Form timing and honeypot, which the page sends beside the lead (decision 0023). Never trusted, and never required. */

/**
 * The honeypot: an input that no person sees, and that a program fills which fills every input. No browser fills a name that
 * is not in the HTML Standard's list ("Autofill"), nor an input that is not displayed.
 */
export const HONEYPOT_FIELD = "subject";

/** Where a page gets a token of the moment at which its form is begun. */
export const FORM_START_PATH = "/begun";

/** That token, after {@link HONEYPOT_FILLED} and a blank where the honeypot was filled. */
export const FORM_TIMING_HEADER = "X-Lead-Filled";
export const HONEYPOT_FILLED = "unseen";

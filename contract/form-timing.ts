/** How the form was filled, which the page says beside the lead (decision 0023). Not trusted, and missing it is no fault. */

/**
 * The name of an input that no person sees: what fills every input of a page fills this one. No browser has anything to
 * fill in under it (HTML Standard, "Autofill", names what they know), and none fills what is not displayed.
 */
export const HONEYPOT_FIELD = "subject";

/** Where a page gets a token of the moment at which its form is begun. */
export const FORM_START_PATH = "/begun";

/** That token, with {@link HONEYPOT_FILLED} and a blank before it where the unseen input was filled. */
export const FORM_TIMING_HEADER = "X-Lead-Filled";
export const HONEYPOT_FILLED = "unseen";

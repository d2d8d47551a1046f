/** Form timing and honeypot, which the page sends beside the lead (decision 0023). Never trusted, and never required. */

/** No person sees it, and programs fill it. No browser does: its name is not in the HTML Standard's list ("Autofill"). */
export const HONEYPOT_FIELD = "subject";

/** Where a page gets a token of the moment at which its form is begun. */
export const FORM_START_PATH = "/begun";

/** That token, after {@link HONEYPOT_FILLED} and a blank where the honeypot was filled. */
export const FORM_TIMING_HEADER = "X-Lead-Filled";
export const HONEYPOT_FILLED = "unseen";

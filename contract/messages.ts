/** The server's sentences for visitors; those about a field are in the content. */

/** For a value that is not text, which no form of ours sends. */
export const NOT_TEXT = "A field of the form could not be read. Reload the page and send it again.";
export const BODY_TOO_LARGE =
  "That is more than the form can take at once. Shorten your text and send it again.";
export const KEY_REUSED =
  "This form was already sent with other words. Reload the page and send it once more.";
export const KEY_UNUSABLE = "The form could not be sent. Reload the page and send it once more.";
export const STORE_UNAVAILABLE =
  "We could not save your request just now. Nothing you typed is lost. Please send it again in a minute.";
export const TOO_MANY_REQUESTS =
  "Too many requests came from your connection. Please wait a minute and send it again.";
export const TOO_BUSY =
  "More requests are coming in than we can take. Nothing you typed is lost. Please send it again in a minute.";
export const ALREADY_STORED = "This request is already with us. You do not need to send it again.";
export const NO_CALL =
  "We have your request, but no call is booked at this time. Pick another time, or we call you within 24 hours.";
export const LINK_GONE = "This link is no longer valid. Pick a time and send us the form once more.";
/** The specification's own words for an unexpected failure (point 8). */
export const UNEXPECTED = "An unexpected error occurred. Please try again.";

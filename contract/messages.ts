/** The server's sentences for visitors; those about a field are in the content. */

/** For a value that is not text, which no form of ours sends. */
export const NOT_TEXT = "We couldn't read a field of the form. Reload the page and send it again.";
export const BODY_TOO_LARGE =
  "That is more than the form can take at once. Shorten your text and send it again.";
export const KEY_REUSED =
  "This form was already sent with different answers. Reload the page and send it once more.";
export const KEY_UNUSABLE = "The form couldn't be sent. Reload the page and send it once more.";
export const STORE_UNAVAILABLE =
  "We couldn't save your request right now. Nothing you typed is lost. Please send it again in a minute.";
export const TOO_MANY_REQUESTS =
  "Too many requests came from your connection. Please wait a minute and send it again.";
export const TOO_BUSY =
  "More requests are coming in than we can take. Nothing you typed is lost. Please send it again in a minute.";
export const ALREADY_STORED = "We already have this request. You don't need to send it again.";
export const NO_CALL =
  "We have your request, but there's no call booked at this time. Pick another time, or we'll call you within 24 hours.";
export const LINK_GONE = "This link doesn't work anymore. Pick a time and send us the form once more.";
/** The specification's own words for an unexpected failure (point 8). */
export const UNEXPECTED = "An unexpected error occurred. Please try again.";

/**
 * Sentences that the intake answers a visitor with. They stand here and not in `site/content/` because the server and the
 * page say the same words and neither may import the other. Those about a field begin with words of the content.
 */
import { LEAD_COLUMNS, type LeadColumn } from "./lead.ts";

/** What a visitor reads when a field is longer than its limit. @param subject of the sentence: "Your full name" */
export function tooLong(subject: string, column: LeadColumn): string {
  const limit = LEAD_COLUMNS[column].maxLength.toLocaleString("en-US");
  return `${subject} is too long. Shorten it to ${limit} characters or fewer.`;
}

/** What a visitor reads when a field holds characters that no keyboard types. */
export function unreadable(subject: string): string {
  return `${subject} contains characters that we cannot read. Remove them and send it again.`;
}

/** For a value that is no text at all, which no form of ours sends. */
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
/** The specification's own words for an unexpected failure (point 8). */
export const UNEXPECTED = "An unexpected error occurred. Please try again.";

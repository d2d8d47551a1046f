/**
 * Every sentence that the intake can answer a visitor with. They stand here and not in `site/content/` because
 * the server and the page say the same words and neither may import the other.
 */
import { LEAD_COLUMNS, type LeadColumn } from "./lead.ts";

/** What a visitor reads when a required field says nothing. */
export const MISSING: Record<LeadColumn, string> = {
  name: "Enter your full name.",
  email: "Enter your email address.",
  company_name: "Enter your business name.",
  selected_service: "Pick the service you are most interested in.",
  problems: "Tell us what slows your business down.",
  additional_info: "Enter additional business information, or leave it empty.",
};

/** What a visitor reads when a field says something that cannot be taken. */
export const INVALID: Partial<Record<LeadColumn, string>> = {
  email: "Enter an email address in the right form, like name@example.com.",
  selected_service: "Pick one of the services in the list.",
};

const FIELD_NAME: Record<LeadColumn, string> = {
  name: "Your full name",
  email: "Your email address",
  company_name: "Your business name",
  selected_service: "The service",
  problems: "The description of your business problems",
  additional_info: "The additional business information",
};

/** What a visitor reads when a field is longer than its limit. */
export function tooLong(column: LeadColumn): string {
  const limit = LEAD_COLUMNS[column].maxLength.toLocaleString("en-US");
  return `${FIELD_NAME[column]} is too long. Shorten it to ${limit} characters or fewer.`;
}

/** What a visitor reads when a field holds characters that no keyboard types. */
export function unreadable(column: LeadColumn): string {
  return `${FIELD_NAME[column]} contains characters that we cannot read. Remove them and send it again.`;
}

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

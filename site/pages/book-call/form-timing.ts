/**
 * A token tells the server when a visitor
 * began to type. Robots fill a form at once.
 */
import {
  HONEYPOT_FIELD,
  HONEYPOT_FILLED,
} from "../../../contract/http/rest-api.ts";
import { FORM_START_PATH } from "../../../contract/http/routes.ts";

/**
 * The token outlives the form, since a visitor
 * may leave the page and return to the text.
 */
let token = "";

/** Gets the token. A form can be sent before the token has arrived. */
export async function startFormTiming(): Promise<void> {
  try {
    const text = await (await fetch(FORM_START_PATH)).text();
    // A proxy may answer with some other page, whose text no header can hold.
    if (/^[\w.-]+$/.test(text)) token = text;
  } catch {
    // The server accepts a lead without a token, too.
  }
}

/**
 * A header of the lead: a mark if the honeypot
 * was filled, and the token if there is one.
 */
export function formTimingHeader(form: HTMLFormElement): string {
  const honeypot = form.querySelector<HTMLInputElement>(
    `[name=${HONEYPOT_FIELD}]`,
  );
  return (honeypot?.value ? `${HONEYPOT_FILLED} ` : "") + token;
}

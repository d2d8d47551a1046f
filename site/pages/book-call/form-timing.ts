/** When a visitor began to type, in a token of the server: robots fill a form at once. */
import { HONEYPOT_FIELD, HONEYPOT_FILLED } from "../../../contract/rest-api.ts";
import { FORM_START_PATH } from "../../../contract/routes.ts";

/** Outlives the form: a visitor may leave it, and return to a text that was begun before. */
let token = "";

/** The form does not wait for the token. */
export async function startFormTiming(): Promise<void> {
  try {
    const text = await (await fetch(FORM_START_PATH)).text();
    // A proxy may answer with its own page, which is no valid header.
    if (/^[\w.-]+$/.test(text)) token = text;
  } catch {
    // Without a token the server knows no time, and accepts the lead.
  }
}

/** The lead's header: whether the honeypot was filled, and the token, if there is one. */
export function formTimingHeader(form: HTMLFormElement): string {
  const honeypot = form.querySelector<HTMLInputElement>(`[name=${HONEYPOT_FIELD}]`);
  return (honeypot?.value ? `${HONEYPOT_FILLED} ` : "") + token;
}

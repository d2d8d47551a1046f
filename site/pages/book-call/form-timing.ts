/** Form timing and honeypot: when the form was begun, by the server's clock, and whether a hidden input was filled. */
import { FORM_START_PATH, HONEYPOT_FILLED, HONEYPOT_FIELD } from "../../../contract/form-timing.ts";

/** Kept as long as the document: text that a visitor comes back to was begun at its first letter. */
let token = "";

/** Asks for the token of this moment. The form does not wait for it. */
export async function startFormTiming(): Promise<void> {
  try {
    const answer = await fetch(FORM_START_PATH);
    const text = await answer.text();
    // A box on the way may answer with a page of its own, which is no header.
    if (/^[\w.-]+$/.test(text)) token = text;
  } catch {
    // Without a token the server knows no time, and takes the lead.
  }
}

/** The value of the lead's header; empty without a token. */
export function formTimingHeader(form: HTMLFormElement): string {
  const honeypot = form.querySelector<HTMLInputElement>(`[name=${HONEYPOT_FIELD}]`);
  return (honeypot?.value ? `${HONEYPOT_FILLED} ` : "") + token;
}

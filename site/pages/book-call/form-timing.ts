/** How the form is filled: when, by the server's own word, and whether something filled what no person sees. */
import { FORM_START_PATH, HONEYPOT_FILLED, HONEYPOT_FIELD } from "../../../contract/form-timing.ts";

/** Kept as long as the document is: words that wait while a visitor looks elsewhere were begun then. */
let token = "";

/** Asks for the token of this moment. Nobody waits for it, and where none comes nothing is known. */
export async function startFormTiming(): Promise<void> {
  try {
    const answer = await fetch(FORM_START_PATH);
    const text = await answer.text();
    // A box on the way may answer with a page of its own, which is no header.
    if (/^[\w.-]+$/.test(text)) token = text;
  } catch {
    // The same.
  }
}

/** For the lead's header; empty where nothing is known. */
export function formTimingHeader(form: HTMLFormElement): string {
  const unseen = form.querySelector<HTMLInputElement>(`[name=${HONEYPOT_FIELD}]`);
  return (unseen?.value ? `${HONEYPOT_FILLED} ` : "") + token;
}

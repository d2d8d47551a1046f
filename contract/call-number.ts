/** The number at which the agency calls a visitor who booked by phone. The page asks for it; a program may omit it. */
import type { LeadField } from "./lead.ts";

export const CALL_NUMBER = {
  // Not "phone": an agency may give its leads a field of that name.
  input: "callNumber",
  kind: "tel",
  required: true,
  maxLength: 40,
  autocomplete: "tel",
} as const satisfies LeadField;

/** Digits and separators only, so a mail that repeats it to a stranger can carry no message. */
const NUMBER = /^\+?[\d\s().\-/]{5,40}$/;

export function isCallNumber(text: string): boolean {
  return NUMBER.test(text.trim());
}

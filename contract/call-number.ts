/** The number at which the agency calls who has booked a call by phone. The page asks for it; a program may leave it out. */
import type { LeadField } from "./lead.ts";

export const CALL_NUMBER = {
  // Not "phone": an agency may give its leads a field of that name.
  input: "callNumber",
  kind: "tel",
  required: true,
  maxLength: 40,
  autocomplete: "tel",
} as const satisfies LeadField;

/** Digits and what stands between them: what somebody else reads of it can be nothing but a number. */
const NUMBER = /^\+?[\d\s().\-/]{5,40}$/;

export function isCallNumber(text: string): boolean {
  return NUMBER.test(text.trim());
}

/** An address with the name that is shown for it, as the operator writes it in a setting. */
import { isEmailAddress } from "../../contract/validation.ts";

export interface Mailbox {
  /** Empty: only the address is shown. */
  name: string;
  address: string;
}

const NAMED = /^(?<name>[^<>]*)<(?<address>[^<>]*)>$/;

/** Reads `hello@example.com` or `Example <hello@example.com>`; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const { name = "", address = text } = NAMED.exec(text)?.groups ?? {};
  const unquoted = name.trim().replace(/^"(.*)"$/, "$1");
  // Values of the environment can hold line breaks.
  if (/\p{Cc}/u.test(unquoted) || !isEmailAddress(address.trim())) return undefined;
  return { name: unquoted, address: address.trim() };
}

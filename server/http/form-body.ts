/** Reads an `application/x-www-form-urlencoded` body. Source: WHATWG URL Standard, section 5.1. */
import { MAX_FORM_FIELDS } from "../../contract/limits.ts";

const AMPERSAND = 0x26;

/**
 * Fields by name; the values of `list` are joined by spaces. Undefined for too many fields, for text that is
 * not UTF-8, and for a name that comes twice, which parsers read differently.
 */
export function parseFormBody(body: Buffer, list?: string): Map<string, string> | undefined {
  if (hasTooManyFields(body)) return undefined;
  const given = new URLSearchParams(body.toString());
  if (list !== undefined && given.has(list)) given.set(list, given.getAll(list).join(" "));
  const pairs = [...given];
  const fields = new Map(pairs);
  // Decoding turns anything that is not UTF-8, raw or percent-encoded, into this character.
  const isText = pairs.every((pair) => !pair.some((text) => text.includes("\uFFFD")));
  return isText && fields.size === pairs.length ? fields : undefined;
}

/** Counts bytes only: parsing 262,000 empty fields would block the thread for half a second. */
function hasTooManyFields(body: Buffer): boolean {
  let at = -1;
  for (let fields = 1; fields <= MAX_FORM_FIELDS; fields++) {
    at = body.indexOf(AMPERSAND, at + 1);
    if (at === -1) return false;
  }
  return true;
}

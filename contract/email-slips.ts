/** Addresses that are valid and most likely wrong: whoever types one is asked once, and never refused. */

/** The name of the field in which a page that asked without a script says of which address it did. */
export const CONFIRMED_EMAIL_FIELD = "askedEmail";

const SLIP =
  /^((g(mial|amil|mai|mal|mil|nail|maill)|yaho|yahooo|yhoo|tahoo|hot(mial|nail|mai|mal)|outlok|outloo|outook|iclod|icoud|iclou)\.com|gmail\.(co|cm|om)|.+\.(con|cmo|ocm|comm))$/;

/** @param email as it is stored: trimmed, in small letters */
export function looksMistyped(email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return !domain.includes(".") || SLIP.test(domain);
}

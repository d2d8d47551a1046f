/** Addresses that are valid but probably mistyped: the form asks the visitor once and never refuses them. */

/** Hidden field in which a page without script names the address that it asked about. */
export const CONFIRMED_EMAIL_FIELD = "askedEmail";

const SLIP =
  /^((g(mial|amil|mai|mal|mil|nail|maill)|yaho|yahooo|yhoo|tahoo|hot(mial|nail|mai|mal)|outlok|outloo|outook|iclod|icoud|iclou)\.com|gmail\.(co|cm|om)|.+\.(con|cmo|ocm|comm))$/;

/** @param email in its stored form: trimmed, in lower case */
export function looksMistyped(email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return !domain.includes(".") || SLIP.test(domain);
}

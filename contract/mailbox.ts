/** Email addresses that lead to the same mailbox. */

/** Providers that ignore dots in the local part, and the one name for all their domains. */
const DOTLESS: Record<string, string> = { "gmail.com": "gmail.com", "googlemail.com": "gmail.com" };

/** Without the part after a plus (RFC 5233, "subaddress"): to compare, not to write to. */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const [user = ""] = local.split("+");
  const provider = DOTLESS[domain];
  const name = provider === undefined ? user : user.replaceAll(".", "");
  return `${name || local}@${provider ?? domain}`;
}

/** An address's mailbox, to compare: without what follows a plus (RFC 5233), and Gmail's dots. */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const [user = ""] = local.split("+");
  // Gmail ignores dots in the local part.
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  const name = isGmail ? user.replaceAll(".", "") : user;
  return `${name || local}@${isGmail ? "gmail.com" : domain}`;
}

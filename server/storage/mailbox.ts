/** Providers that ignore dots before the sign, and the name under which they know all their addresses. */
const DOTLESS: Record<string, string> = { "gmail.com": "gmail.com", "googlemail.com": "gmail.com" };

/** Drops the part after a plus (RFC 5233, "subaddress"). To tell mailboxes apart, never to write to. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [local = "", domain = ""] = [email.slice(0, at), email.slice(at + 1)].map((part) =>
    part.toLowerCase(),
  );
  const [user = ""] = local.split("+");
  const provider = DOTLESS[domain];
  const name = provider === undefined ? user : user.replaceAll(".", "");
  return `${name || local}@${provider ?? domain}`;
}

import { attempt } from "../attempt.ts";
import { withoutInvisible } from "./typed-text.ts";

/**
 * The patterns below would take too long
 * for longer texts, which no address needs.
 */
const MAX_LENGTH = 1_000;

/**
 * What can surround an address: a name before `<`, a label before a sign, other
 * signs. `dana ortiz@…` stays, since the address may begin before the blank,
 * and so do digits, which may be a telephone number.
 */
const BEFORE_EMAIL =
  /^(?:[^<>]*<(?=.*@)|[^@\d<>]*(?:[:()[\]]|\s[^@\s]*[,;|\p{Pd}]\s|\b(?:is|at)\s))?(?:[^\p{L}\p{N}@]*\s)?[^\p{L}\p{N}_@+!#$%&=?^{|}~-]*/iu;
const AFTER_EMAIL =
  /(?:\s?(?:[<>([|?]|\s\p{Pd}\s)[^@\d]{0,99}|[^\p{L}\p{M}\p{N}_]{1,9})$/u;

/**
 * The stored form of an address. Its domain
 * is the one that was typed, in ASCII.
 */
export function cleanEmail(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  const address = withoutInvisible(linkedAddress(text))
    .normalize("NFKC")
    .replace(/(?!\p{Join_Control})\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    // Only ASCII: İ in lower case would be two characters, which nobody typed.
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/。/g, ".")
    // The quotes of `"dana"@ortiz.example` say nothing (RFC 5321, 4.1.2).
    .replace(/["”]?\s?@\s?/g, "@")
    // Keyboards write a blank or a comma near the dot:
    // `dana@ortiz. example`, `dana@ortiz,example`.
    .replace(/@([^\s@.,]+)\s*[.,]\s*(?=[^\s@]+$)/, "@$1.")
    .replace(BEFORE_EMAIL, "")
    .replace(AFTER_EMAIL, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[‘’ʼ]/g, "'");
  return withAsciiDomain(address);
}

/**
 * Writes the domain as mail servers look it up (RFC
 * 5890), or not at all: some old browsers change `straße`
 * to `strasse`, and all change `127.1` to `127.0.0.1`.
 */
export const withAsciiDomain = (address: string): string =>
  address
    .replace(
      /^([^@]+@)(?=.*\P{ASCII})([\p{L}\p{M}\p{N}\p{Join_Control}.-]+)$/u,
      (all, mailbox: string, domain: string) => {
        const ascii = attempt(() => new URL(`http://${domain}`).hostname);
        return ascii?.includes("xn--") ? mailbox + ascii : all;
      },
    )
    // Joiners mean something only in some domains of the pattern above.
    .replace(/\p{Join_Control}/gu, "");

/**
 * Reads the address of a `mailto:` link (RFC 6068),
 * and `%40` in any text that somebody copied from a link.
 */
function linkedAddress(text: string): string {
  const [, linked = text] = /mailto:[/\s]*([^?<>()\s]+)/i.exec(text) ?? [];
  return attempt(() => decodeURIComponent(linked)) ?? linked;
}

/** The parts of an address in a text between which a line may break. */
export const addressParts = (text: string) => text.split(/(?=@|\.[a-z]{2})/i);

/**
 * Leaves out what a mailbox ignores: the part
 * after a plus (RFC 5233), and in Gmail, dots.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const [user = ""] = local.split("+");
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  const name = isGmail ? user.replace(/\./g, "") : user;
  return `${name || local}@${isGmail ? "gmail.com" : domain}`;
}

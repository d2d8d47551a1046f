/**
 * Which sign-ins open the inbox. The id of each ends with a mark that LINK_SECRET makes, so that the list of sign-ins leaves out
 * those that another secret has made useless. The mark protects nothing: the cookie is signed.
 */
import { createHmac } from "node:crypto";
import type { SignIn } from "../../contract/leads-admin.ts";

const MARK_LENGTH = 12;

/** @returns a UUID with the mark of the secret. */
export function markSignIn(id: string, linkSecret: string): string {
  const start = id.slice(0, -MARK_LENGTH);
  const hmac = createHmac("sha256", linkSecret).update(`nightshift sign-in 1\n${start}`);
  return start + hmac.digest("hex").slice(0, MARK_LENGTH);
}

/** @param team addresses in lower case; undefined: not known @returns whether a sign-in can still be used */
export function createOpensInbox(
  linkSecret: string,
  team: readonly string[] | undefined,
): (signIn: Pick<SignIn, "id" | "email">) => boolean {
  return ({ id, email }) =>
    id === markSignIn(id, linkSecret) && (email === "" || team === undefined || team.includes(email));
}

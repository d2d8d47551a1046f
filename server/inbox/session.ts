/** The cookie of a signed-in device names a sign-in, which the store keeps and can end. */
import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { INBOX } from "../../contract/inbox.ts";
import type { SignIn } from "../../contract/leads-admin.ts";
import { createSignedLinks } from "../outbox/links/signed-links.ts";

const COOKIE = "inbox";

/** Derives a key, so that no link is a valid cookie. @param secure whether the site uses TLS @param now ms since 1970 */
export function createSessions(linkSecret: string, secure: boolean, now: () => number) {
  const signed = createSignedLinks(
    createHmac("sha256", linkSecret).update("nightshift session 1").digest("base64url"),
  );

  function cookie(value: string, seconds: number): string {
    const attributes = [`Path=${INBOX.path}`, `Max-Age=${seconds}`, "HttpOnly", "SameSite=Strict"];
    return [`${COOKIE}=${value}`, ...attributes, ...(secure ? ["Secure"] : [])].join("; ");
  }

  return {
    /** `Set-Cookie` that signs a device in. @param expiresAt milliseconds since 1970 */
    open(subject: string, expiresAt: number): string {
      const token = signed.sign({ purpose: "inbox", subject, expiresAt });
      return cookie(token, Math.max(0, Math.floor((expiresAt - now()) / 1000)));
    },
    close: () => cookie("", 0),
    /** The sign-in of a device's cookie. Only the store knows whether it was ended. */
    idOf: (request: FastifyRequest): string | undefined =>
      cookiesNamed(COOKIE, request.headers.cookie)
        .map((value) => signed.verify(value, "inbox", now()))
        .flatMap((check) => (check.kind === "valid" && check.subject !== "" ? [check.subject] : []))[0],
  };
}

/** A browser may send several cookies of one name, for different paths. Source: RFC 6265, section 5.4. */
function cookiesNamed(name: string, header = ""): string[] {
  return header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Hex digits at the end of a sign-in's id that depend on LINK_SECRET: others are not listed. */
const MARK_LENGTH = 12;

/** @returns a UUID that carries the secret's digits */
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

/** The cookie that keeps a device signed in, and who is signed in by it. */
import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { SignIn } from "../../contract/leads-admin.ts";
import { INBOX } from "../../contract/routes.ts";
import { createSignedLinks } from "../deliveries/signed-links.ts";

const signIns = new WeakMap<FastifyRequest, SignIn>();

export function rememberSignIn(request: FastifyRequest, signIn: SignIn): void {
  signIns.set(request, signIn);
}

export function signInOf(request: FastifyRequest): SignIn | undefined {
  return signIns.get(request);
}

/** The signed-in address; undefined after a link of the command line. */
export function signedInAs(request: FastifyRequest): string | undefined {
  return signInOf(request)?.email || undefined;
}

export type Sessions = ReturnType<typeof createSessions>;

const COOKIE = "inbox";
const COOKIES = /(?:^|;)\s*inbox=([^;\s]*)/g;

/** Derives a key, so that no link is a valid cookie. @param secure whether the site uses TLS */
export function createSessions(linkSecret: string, secure: boolean, now: () => number) {
  const signed = createSignedLinks(
    createHmac("sha256", linkSecret).update("nightshift session 1").digest("base64url"),
  );

  function cookie(value: string, seconds: number): string {
    const attributes = [`Path=${INBOX.path}`, `Max-Age=${seconds}`, "HttpOnly", "SameSite=Lax"];
    return [`${COOKIE}=${value}`, ...attributes, ...(secure ? ["Secure"] : [])].join("; ");
  }

  return {
    open(subject: string, expiresAt: number): string {
      const token = signed.sign({ purpose: "inbox", subject, expiresAt });
      return cookie(token, Math.max(0, Math.floor((expiresAt - now()) / 1000)));
    },
    close: () => cookie("", 0),
    /** The sign-in of a device's cookie. Only the store knows whether it was ended. */
    idOf({ headers }: FastifyRequest): string | undefined {
      // A browser may send several cookies of one name, for different paths (RFC 6265, section 5.4).
      for (const [, value = ""] of (headers.cookie ?? "").matchAll(COOKIES)) {
        const check = signed.verify(value, "inbox", now());
        if (check.kind === "valid" && check.subject !== "") return check.subject;
      }
      return undefined;
    },
  };
}

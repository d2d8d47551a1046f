/** The cookie that keeps a device signed in. */
import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { createSignedLinks } from "../deliveries/signed-links.ts";
import { cookieOf, cookiesIn } from "./cookies.ts";

export type Sessions = ReturnType<typeof createSessions>;

/** Derives a key, so that no link is a valid cookie. @param secure whether the site uses TLS */
export function createSessions(linkSecret: string, secure: boolean, now: () => number) {
  const signed = createSignedLinks(
    createHmac("sha256", linkSecret).update("nightshift session 1").digest("base64url"),
  );
  const cookie = (value: string, seconds: number) =>
    cookieOf("inbox", value, seconds) + (secure ? "; Secure" : "");
  return {
    open(subject: string, expiresAt: number): string {
      const token = signed.sign({ purpose: "inbox", subject, expiresAt });
      return cookie(token, Math.max(0, Math.floor((expiresAt - now()) / 1000)));
    },
    close: () => cookie("", 0),
    /** The sign-in of a device's cookie. Only the store knows whether it was ended. */
    idOf(request: FastifyRequest): string | undefined {
      const checks = cookiesIn(request, "inbox").map((value) => signed.verify(value, "inbox", now()));
      const valid = checks.find((check) => check.kind === "valid" && check.subject !== "");
      return valid?.kind === "valid" ? valid.subject : undefined;
    },
  };
}

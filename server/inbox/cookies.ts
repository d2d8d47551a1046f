/**
 * Cookies of the inbox. A browser sends
 * these cookies only to pages of the inbox.
 */

import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { INBOX } from "../../contract/http/routes.ts";
import { createSignedLinks } from "../deliveries/signed-links.ts";

export function cookieOf(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=${INBOX.path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
}

/**
 * A browser sends the cookies of these pages
 * over TLS alone, whichever route sets them.
 */
export function secureCookies(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply) => {
    const cookies = [reply.getHeader("set-cookie") ?? []].flat();
    reply.removeHeader("set-cookie");
    for (const cookie of cookies)
      reply.header("set-cookie", `${String(cookie)}; Secure`);
  });
}

/**
 * The values of a cookie: a browser may send
 * several for one name (RFC 6265, section 5.4).
 */
export function cookiesIn({ headers }: FastifyRequest, name: string): string[] {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const named = pairs.filter((pair) => pair.startsWith(`${name}=`));
  return named.map((pair) => pair.slice(name.length + 1));
}

/** Signs with a separate key, so a link's token is no cookie. */
export function createSessions(linkSecret: string, now: () => number) {
  const tokens = createSignedLinks(
    createHmac("sha256", linkSecret)
      .update("nightshift session 1")
      .digest("base64url"),
  );
  return {
    open(subject: string, expiresAt: number): string {
      const token = tokens.sign({ purpose: "inbox", subject, expiresAt });
      const seconds = Math.floor((expiresAt - now()) / 1000);
      return cookieOf("inbox", token, seconds);
    },
    close: () => cookieOf("inbox", "", 0),
    /**
     * The id of the sign-in that a cookie names.
     * Only the store knows whether it was ended.
     */
    idOf(request: FastifyRequest): string | undefined {
      const checks = cookiesIn(request, "inbox").map((value) =>
        tokens.verify(value, "inbox", now()),
      );
      return checks.find((check) => check.kind === "valid")?.subject;
    },
  };
}

/** The inbox's cookies, which no other page of the site gets. */
import type { FastifyRequest } from "fastify";
import { INBOX } from "../../contract/routes.ts";

export function cookieOf(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=${INBOX.path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
}

/** The values of a cookie: a browser may send several, for different paths (RFC 6265, section 5.4). */
export function cookiesIn({ headers }: FastifyRequest, name: string): string[] {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

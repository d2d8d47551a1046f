import type { FastifyRequest } from "fastify";
import { InboxFailure } from "../forms.ts";
import type { SiteRight } from "./site-bar.tsx";

/**
 * The command line's link may publish. @throws
 * {InboxFailure} if the person may not change the site
 */
export function rightOf({ signIn }: FastifyRequest): SiteRight {
  const { role = "member" } = signIn ?? {};
  if (role === "member") throw new InboxFailure("not-allowed");
  return role === "editor" ? "draft" : "publish";
}

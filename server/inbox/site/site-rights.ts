import type { FastifyInstance, FastifyRequest } from "fastify";
import { InboxFailure } from "../forms.ts";
import type { SiteRight } from "./site-bar.tsx";

/** Opens the app's routes for the people who may change the site, and for the command line's link. */
export function siteRights(app: FastifyInstance) {
  function rightOf({ signIn }: FastifyRequest): SiteRight {
    const { role = "member" } = signIn ?? {};
    if (role === "member") throw new InboxFailure("not-allowed");
    return role === "editor" ? "draft" : "publish";
  }
  app.addHook("onRequest", async (request) => {
    rightOf(request);
  });
  return rightOf;
}

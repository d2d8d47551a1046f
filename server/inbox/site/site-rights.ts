import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Team } from "../../leads/team.ts";
import { InboxFailure } from "../forms.ts";
import type { SiteRight } from "./site-bar.tsx";

/** Opens the app's routes for the people who may change the site, and for the command line's link. */
export function siteRights(app: FastifyInstance, team: Team) {
  async function rightOf({ signIn }: FastifyRequest): Promise<SiteRight> {
    const role = await team.roleOf(signIn?.email);
    if (role === "member") throw new InboxFailure("not-allowed");
    return role === "editor" ? "draft" : "publish";
  }
  app.addHook("onRequest", async (request) => {
    await rightOf(request);
  });
  return rightOf;
}

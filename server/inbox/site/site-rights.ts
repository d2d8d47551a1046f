import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Team } from "../../leads/team.ts";
import { InboxFailure } from "../forms.ts";
import type { SiteRight } from "./site-bar.tsx";

/**
 * Opens the app's routes for the people who may change the site: the addresses of the settings and
 * the command line's link publish, and invited members draft if an owner allows it.
 */
export function siteRights(app: FastifyInstance, team: Team) {
  async function rightOf({ signIn }: FastifyRequest): Promise<SiteRight> {
    const email = signIn?.email ?? "";
    if (email === "" || team.permanent.includes(email)) return "publish";
    const members = await team.members();
    const member = members.find((one) => one.email === email);
    if (!member?.mayEdit) throw new InboxFailure("not-allowed");
    return "draft";
  }
  app.addHook("onRequest", async (request) => {
    await rightOf(request);
  });
  return rightOf;
}

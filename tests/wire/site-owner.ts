import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { INBOX } from "../../contract/http/routes.ts";
import type { TeamMember } from "../../contract/inbox/leads-admin.ts";
import { content, contentFolder } from "../content.ts";
import { member, operator } from "./inbox-request.ts";

export const EVE = "eve@agency.example";

/** An owner with a content folder of her own. */
export async function siteOwner(env = {}) {
  const contentDir = contentFolder();
  const browser = await operator({ env: { contentDir, ...env } });
  const { open, server } = browser;
  /** Opens what a link of a page leads to. */
  const follow = async (page: string, link: string) =>
    (await open(page)).follow(link);
  const pathOf = (file: string) => join(contentDir, file);
  return {
    ...browser,
    pathOf,
    read: (file: string) => readFileSync(pathOf(file), "utf8"),
    has: (file: string) => existsSync(pathOf(file)),
    follow,
    /** Eve, whom the owner lets do this. */
    eveAs: async (role: TeamMember["role"]) => {
      const now = "2027-03-01T12:00:00.000Z";
      const { team } = server.services;
      await team.add(EVE, "", now);
      await team.change(EVE, { role }, now);
      return member(server, EVE);
    },
    /** Opens a link of *Pages and texts*. */
    pages: (link: string) => follow(INBOX.siteTexts, link),
    /** Expects that nobody has changed the site. */
    expectNoDraft: async () => {
      const { text } = await open(INBOX.siteChanges);
      expect(text).toContain(content.siteEditor.noDraft);
    },
    publish: async () =>
      (await open(INBOX.site)).press(content.siteEditor.publish),
  };
}

/** The editor of the site, for those who may change it. */

import type { Room } from "../parts.ts";
import { createDraft } from "./draft.ts";
import { registerLaunch } from "./launch.ts";
import { registerPictures } from "./pictures.ts";
import { registerSiteChanges } from "./site-changes.ts";
import { registerSiteFields } from "./site-fields.ts";
import { registerSiteForm } from "./site-form.ts";
import type { SiteRoom } from "./site-page.ts";
import { registerSitePages } from "./site-pages.ts";
import { rightOf } from "./site-rights.ts";
import { registerSite } from "./site.ts";

const ROOMS: readonly SiteRoom[] = [
  registerSite,
  registerSiteFields,
  registerSiteForm,
  registerPictures,
  registerSitePages,
  registerLaunch,
  registerSiteChanges,
];

export const routes: Room = (app, parts) => {
  app.register(async (site) => {
    site.addHook("onRequest", async (request) => {
      rightOf(request);
    });
    const draft = createDraft({ ...parts, log: site.log });
    const { siteEditor } = parts.loadedPages.content;
    for (const register of ROOMS)
      register(site, { ...parts, draft, siteEditor });
  });
};

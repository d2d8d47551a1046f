/** The words of the command line: the inbox's. It has to work while somebody writes, and before the site is built. */
import { languageOf } from "../contract/locale/locale.ts";
import { readEnv, SAMPLE_CONTENT } from "../server/settings/env.ts";
import { siteContent } from "../server/content/site-folder.ts";

/** A command names the setting that cannot be read, unless it needs none. */
async function words() {
  try {
    return await siteContent(readEnv());
  } catch {
    const [{ loadContent }, { readContentFolder }] = await Promise.all([
      import("../server/content/content.ts"),
      import("../server/content/content-folder.ts"),
    ]);
    return loadContent({}, readContentFolder(SAMPLE_CONTENT));
  }
}

const content = await words();
export const { locale, inbox, leadContent, calls, fields, services, site, workingHours } = content;
export const language = { tag: languageOf(content.locale) };

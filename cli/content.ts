/** The words of the command line: the inbox's. It has to work while somebody writes, and before the site is built. */
import { languageOf } from "../contract/locale/locale.ts";
import { readEnv, SAMPLE_CONTENT } from "../server/settings/env.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import { loadContent } from "../server/content/content.ts";

/** A command names the setting that cannot be read, unless it needs none. */
function readWords() {
  try {
    const { site, contentDir } = readEnv();
    return loadContent(site, readContentFolder(contentDir), { leavesOutUnknown: true });
  } catch {
    return loadContent({}, readContentFolder(SAMPLE_CONTENT));
  }
}

const content = readWords();
export const { locale, inbox, leadContent, fields, services, site, workingHours } = content;
export const language = { tag: languageOf(content.locale) };

/** The command line's words: the inbox's. It works while somebody writes, and before a build. */
import { languageOf } from "../contract/locale/locale.ts";
import { readEnv, SAMPLE_CONTENT } from "../server/settings/env.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import { loadContent } from "../server/content/content.ts";

/** A command names the setting that cannot be read, unless it needs none. */
function readWords() {
  try {
    const env = readEnv();
    return loadContent(env.site, readContentFolder(env.contentDir), { leavesOutUnknown: true });
  } catch {
    return loadContent({}, readContentFolder(SAMPLE_CONTENT));
  }
}

export const content = readWords();
export const { inbox, leadContent, fields, services, site, workingHours } = content;
export const language = { tag: languageOf(content.locale) };

import { languageOf } from "../contract/locale/locale.ts";
import { readEnv, SAMPLE_CONTENT } from "../server/settings/env.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import { loadContent } from "../server/content/content.ts";

/**
 * The words of the owner's content. If the settings or the content have mistakes, those of the
 * sample, so that a command can say what is wrong.
 */
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

/** The command line's words: the inbox's, or the sample's while the content has mistakes. */
import { languageOf } from "../contract/locale/locale.ts";
import { readEnv, SAMPLE_CONTENT } from "../server/settings/env.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import { loadContent } from "../server/content/content.ts";

/** Settings with mistakes give the sample, too: a command that needs them names the mistake. */
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

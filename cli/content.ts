import { languageOf } from "../contract/locale/locale.ts";
import { readEnv, SAMPLE_CONTENT } from "../server/settings/env.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import { loadContent } from "../server/content/content.ts";

/** The sample's words while settings or content have mistakes, so that a command can name them. */
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

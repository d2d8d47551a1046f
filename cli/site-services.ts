/**
 * Services and content for commands. Loads modules
 * on demand, since that takes the most time.
 */

import type { Content } from "../contract/content/schema.ts";
import { SAMPLE_CONTENT, type SiteSettings } from "../server/settings/env.ts";
import type { OpenedStore } from "./command.ts";

/**
 * Commands must work even if the owner's content
 * has mistakes. Then they use the sample.
 */
export async function readContent({ site, contentDir }: SiteSettings) {
  const { loadContent } = await import("../server/content/content.ts");
  const { readContentFolder } =
    await import("../server/content/content-folder.ts");
  function contentIn(folder: string): { content: Content; folder: string } {
    return {
      content: loadContent(site, readContentFolder(folder), {
        leavesOutUnknown: true,
      }),
      folder,
    };
  }
  try {
    return contentIn(contentDir);
  } catch {
    return contentIn(SAMPLE_CONTENT);
  }
}

/**
 * Makes the site's services for a command. The
 * running site sends the command's deliveries.
 */
export async function createSiteServices({ env, store }: OpenedStore) {
  const { createServices } = await import("../server/services.ts");
  const { serverContent } = await import("../server/content/server-content.ts");
  const { content, folder } = await readContent(env);
  return createServices({
    env,
    store,
    content: serverContent(content, folder),
    log: { warn() {}, error: (_about, sentence) => console.error(sentence) },
    wakeWorker() {},
  });
}

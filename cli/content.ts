import type { Content } from "../contract/content/schema.ts";
import { SAMPLE_CONTENT, type SiteSettings } from "../server/settings/env.ts";

/** The owner's content; while it has mistakes, the sample, since a command must work then, too. */
export async function readContent({ site, contentDir }: SiteSettings) {
  // Loaded on demand, since most commands need no content.
  const { loadContent } = await import("../server/content/content.ts");
  const { readContentFolder } = await import("../server/content/content-folder.ts");
  function contentIn(folder: string): { content: Content; folder: string } {
    return { content: loadContent(site, readContentFolder(folder), { leavesOutUnknown: true }), folder };
  }
  try {
    return contentIn(contentDir);
  } catch {
    return contentIn(SAMPLE_CONTENT);
  }
}

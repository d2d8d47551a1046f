import type { Content } from "../contract/content/schema.ts";
import { SAMPLE_CONTENT, type SiteSettings } from "../server/settings/env.ts";

/** Reads the owner's content, or the sample if it has mistakes: commands must work even then. */
export async function readContent({ site, contentDir }: SiteSettings) {
  // Loads these modules on demand, since most commands need no content.
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

import { readContent } from "./content.ts";
import type { Opened } from "./command.ts";

/** For commands that do what the site does. The site sends what they plan, once it runs. */
export async function createSiteServices({ env, store }: Opened) {
  // Loaded on demand, because it takes most of a command's time.
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

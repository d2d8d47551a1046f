import { readContent } from "./content.ts";
import type { Opened } from "./command.ts";

/** Makes the site's services for a command. The running site sends the command's deliveries. */
export async function createSiteServices({ env, store }: Opened) {
  // Loads these modules on demand, because loading takes most of a command's time.
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

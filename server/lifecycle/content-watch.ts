/** Looks at the content folder of a running site: changes are shown by a new start. */
import { messageOf } from "../../contract/error-code.ts";
import { isServedByTls, type BuildManifest } from "../../contract/build-manifest.ts";
import { EnvError, type Env } from "../settings/env.ts";
import { snapshot } from "../content/content-folder.ts";
import { readManifest } from "../http/built-site.ts";
import { siteFolder } from "../content/site-folder.ts";

/** Editors write a file in parts, and copies take a while. Milliseconds. */
const LOOK_EVERY_MS = 2_000;

/**
 * Calls `show` once the folder has changed and then was the same for two looks; one call at a time.
 * @param shown the snapshot of what is shown
 */
export function watchContent(
  folder: string,
  shown: string,
  show: () => Promise<void>,
  everyMs = LOOK_EVERY_MS,
): void {
  let [tried, before, isBusy] = [shown, shown, false];
  setInterval(() => {
    const present = snapshot(folder);
    const isQuiet = present === before;
    before = present;
    if (present === tried || !isQuiet || isBusy) return;
    tried = present;
    isBusy = true;
    // It never rejects.
    show()
      .finally(() => (isBusy = false))
      .catch(() => {});
  }, everyMs).unref();
}

/**
 * Renders the content beside the site, and starts it anew where it changed. Never rejects.
 * @param shown the folder of the site that is shown @returns the mistakes, one a line, if any
 */
export async function showContent(env: Env, shown: string, again: () => void) {
  let mistakes: string | undefined;
  try {
    const folder = await siteFolder(env, (lines) => (mistakes = lines));
    if (mistakes !== undefined) return mistakes;
    refuseSamples(env, await readManifest(folder));
    if (folder !== shown) again();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Samples must not pass for real testimonials: many jurisdictions forbid that by law. */
const SAMPLE_TESTIMONIALS =
  "is public, and the testimonials in content/home.yaml are samples, which visitors would take for real. Put " +
  "your customers' words there, or take the samples out. ALLOW_SAMPLES=yes shows them all the same.";

/** @throws {EnvError} for sample testimonials at a public address */
export function refuseSamples({ allowSamples }: Env, manifest: BuildManifest): void {
  if (manifest.sampleTestimonials && isServedByTls(manifest) && !allowSamples)
    throw new EnvError("SITE_URL", SAMPLE_TESTIMONIALS);
}

import { messageOf } from "../settings/error-code.ts";
import type { BuildManifest } from "../../contract/http/build-manifest.ts";
import { EnvError, type Env } from "../settings/env.ts";
import { snapshot } from "../content/content-folder.ts";
import { readManifest } from "../http/built-site.ts";
import { showsSamples, siteFolder } from "../content/site-folder.ts";

/** Time between two looks. It is long, because editors write in parts, and copies take a while. */
const LOOK_EVERY_MS = 2_000;

/**
 * Calls `show` when the folder has changed, and two looks in a row found no further change.
 * @param shown the snapshot of the folder at the start
 */
export function watchContent(
  folder: string,
  shown: string,
  show: () => Promise<void>,
  everyMs = LOOK_EVERY_MS,
): void {
  let latestShown = shown;
  let before = shown;
  let isBusy = false;
  setInterval(() => {
    const present = snapshot(folder);
    const isQuiet = present === before;
    before = present;
    if (present === latestShown || !isQuiet || isBusy) return;
    latestShown = present;
    isBusy = true;
    const finish = () => (isBusy = false);
    show().then(finish, finish);
  }, everyMs).unref();
}

/**
 * Renders the content beside the running site, and restarts if the pages differ. Never rejects.
 * @param shown the running site's folder @returns the mistakes, one a line, if any
 */
export async function showContent(
  env: Env,
  shown: string,
  restart: () => void,
) {
  let mistakes: string | undefined;
  try {
    const folder = await siteFolder(env, (lines) => (mistakes = lines));
    if (mistakes !== undefined) return mistakes;
    refuseSamples(env, await readManifest(folder));
    if (folder !== shown) restart();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The message after "SITE_URL". Many jurisdictions forbid samples that pass for testimonials. */
const SAMPLE_TESTIMONIALS =
  "is public, and the testimonials in content/home.yaml are samples, which visitors would take for real. Put " +
  "your customers' words there, or take the samples out. ALLOW_SAMPLES=yes shows them anyway.";

/** @throws {EnvError} for sample testimonials at a public address, without ALLOW_SAMPLES */
export function refuseSamples(env: Env, manifest: BuildManifest): void {
  if (showsSamples(env, manifest))
    throw new EnvError("SITE_URL", SAMPLE_TESTIMONIALS);
}

/** `npm run build:static [folder]`: the site for any CDN; it sends leads to LEADS_API_URL with LEADS_API_KEY. */
import { join, resolve } from "node:path";
import { SAMPLE_TESTIMONIALS, showsSampleTestimonials } from "../contract/build-manifest.ts";
import { EnvError, readAllowSamples, readEnv, readStaticBackend } from "../server/configuration/env.ts";
import { readManifest } from "../server/http/built-site.ts";
import { root } from "./root.ts";
import { writeStaticSite } from "./build/static-site.ts";
import { ContentError } from "../server/content/content-error.ts";
import { siteFolder } from "../server/rendering/site-folder.ts";
import { buildWhenStale } from "./build/build-folder.ts";

const [folder = join(root, "dist", "static")] = process.argv.slice(2);
try {
  const backend = readStaticBackend();
  buildWhenStale();
  const dist = await siteFolder(readEnv(), console.error);
  if (!readAllowSamples() && showsSampleTestimonials(await readManifest(dist)))
    throw new EnvError("SITE_URL", SAMPLE_TESTIMONIALS);
  const files = await writeStaticSite(dist, resolve(folder), backend);
  console.log(`Wrote ${files} files into ${folder}. Leads go to ${backend.apiUrl}.`);
} catch (error) {
  if (!(error instanceof EnvError) && !(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

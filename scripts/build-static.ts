/** `npm run build:static [folder]`: the site for any CDN; it sends leads to LEADS_API_URL with LEADS_API_KEY. */
import { join, resolve } from "node:path";
import { SAMPLE_TESTIMONIALS, showsSampleTestimonials } from "../contract/build-manifest.ts";
import { EnvError, readEnv, readStaticBackend } from "../server/settings/env.ts";
import { readManifest } from "../server/http/built-site.ts";
import { root } from "./root.ts";
import { writeStaticSite } from "./build/static-site.ts";
import { runProgram } from "../server/settings/operator-error.ts";
import { siteFolder } from "../server/content/site-folder.ts";
import { buildWhenStale } from "./build/build-folder.ts";

const [folder = join(root, "dist", "static")] = process.argv.slice(2);
await runProgram(async () => {
  const backend = readStaticBackend();
  buildWhenStale();
  const env = readEnv();
  const dist = await siteFolder(env, console.error);
  if (!env.allowSamples && showsSampleTestimonials(await readManifest(dist)))
    throw new EnvError("SITE_URL", SAMPLE_TESTIMONIALS);
  const files = await writeStaticSite(dist, resolve(folder), backend);
  console.log(`Wrote ${files} files into ${folder}. Leads go to ${backend.apiUrl}.`);
});

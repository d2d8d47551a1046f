/**
 * `npm run build:static`: the site as a folder for any CDN, which sends leads straight to LEADS_API_URL with
 * LEADS_API_KEY. Builds the site first when that is stale. Another folder than `dist/static` can be given.
 */
import { join, resolve } from "node:path";
import { EnvError, readStaticBackend } from "../server/configuration/env.ts";
import { root } from "./root.ts";
import { writeStaticSite } from "./build/static-site.ts";
import { buildWhenStale } from "./stale-build.ts";

const [folder = join(root, "dist", "static")] = process.argv.slice(2);
try {
  const backend = readStaticBackend();
  buildWhenStale();
  const files = await writeStaticSite(join(root, "dist"), resolve(folder), backend);
  console.log(`Wrote ${files} files into ${folder}. Leads go to ${backend.apiUrl}.`);
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

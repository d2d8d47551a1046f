/** `npm run build:static [folder]` writes a site for any CDN. */

import { join, resolve } from "node:path";
import { refuseSamples, siteFolder } from "../server/content/site-folder.ts";
import { readManifest } from "../server/http/built-site.ts";
import { readEnv, readStaticBackend } from "../server/settings/env.ts";
import { runProgram } from "../server/settings/operator-error.ts";
import { buildWhenStale } from "./build/build-folder.ts";
import { writeStaticSite } from "./build/static-site.ts";
import { root } from "./root.ts";

const [folder = join(root, "dist", "static")] = process.argv.slice(2);
await runProgram(async () => {
  const backend = readStaticBackend();
  buildWhenStale();
  const env = readEnv();
  const dist = await siteFolder(env, console.error);
  refuseSamples(env, await readManifest(dist));
  await writeStaticSite(dist, env.distDir, resolve(folder), backend);
  console.log(`The site is in ${folder}. Leads go to ${backend.leadsApiUrl}.`);
});

/** What the build says of the site, where it was built. */
import { existsSync } from "node:fs";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import type { Env } from "../../server/configuration/env.ts";
import { readManifest } from "../../server/http/built-site.ts";
import { localOrigin } from "./find-server.ts";

/** Undefined while there is no build. */
export async function builtManifest({ distDir }: Env): Promise<BuildManifest | undefined> {
  return existsSync(distDir) ? readManifest(distDir) : undefined;
}

/** The public address as it is set, else as it was built; while that is a placeholder, where the server listens. */
export async function siteOrigin(env: Env): Promise<string> {
  if (env.site.siteUrl !== undefined) return env.site.siteUrl;
  const manifest = await builtManifest(env);
  if (!manifest || manifest.unconfigured.includes("siteUrl")) return localOrigin(env);
  return manifest.site.siteUrl;
}

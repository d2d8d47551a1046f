/** Finds the site of this data: its address, its build, and whether a server answers there and knows our key. */
import type { Env } from "../../server/configuration/env.ts";
import { askForProof, PROOF_HEADER } from "../../server/http/secret-key.ts";
import { readAddress, loopbackOrigin } from "../../server/lifecycle/address-file.ts";
import { existsSync } from "node:fs";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { readManifest } from "../../server/http/built-site.ts";

export function localOrigin({ dataDir, host, port }: Env): string {
  return readAddress(dataDir) ?? loopbackOrigin(host, port);
}

/** A local server answers at once; a slower one does not count. */
const PATIENCE_MS = 3_000;

/** Does not send the key: another program may listen there. @returns `other` for a server with another key */
export async function findServer(origin: string, secretKey: string | undefined) {
  const question = secretKey === undefined ? undefined : askForProof(secretKey);
  try {
    const alive = await fetch(new URL("/healthz", origin), {
      headers: question ? { [PROOF_HEADER]: question.header } : {},
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!alive.ok || !(await alive.text()).includes('"up"')) return "none";
    return question?.isProof(alive.headers.get(PROOF_HEADER) ?? "") ? "ours" : "other";
  } catch (error) {
    // Nothing listens, or another program does.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError")) {
      return "none";
    }
    throw error;
  }
}

export async function builtManifest({ distDir }: Env): Promise<BuildManifest | undefined> {
  return existsSync(distDir) ? readManifest(distDir) : undefined;
}

export async function siteOrigin(env: Env): Promise<string> {
  if (env.site.siteUrl !== undefined) return env.site.siteUrl;
  const manifest = await builtManifest(env);
  if (!manifest || manifest.unconfigured.includes("siteUrl")) return localOrigin(env);
  return manifest.site.siteUrl;
}

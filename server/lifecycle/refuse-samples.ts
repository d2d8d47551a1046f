import type { BuildManifest } from "../../contract/http/build-manifest.ts";
import { showsSamples } from "../content/site-folder.ts";
import { EnvError, type Env } from "../settings/env.ts";

/** The message after "SITE_URL". Many jurisdictions forbid samples that pass for testimonials. */
const SAMPLE_TESTIMONIALS =
  "is public, and the testimonials in content/home.yaml are samples, which visitors would take for real. Put " +
  "your customers' words there, or take the samples out. ALLOW_SAMPLES=yes shows them anyway.";

/** @throws {EnvError} for sample testimonials at a public address, without ALLOW_SAMPLES */
export function refuseSamples(env: Env, manifest: BuildManifest): void {
  if (showsSamples(env, manifest))
    throw new EnvError("SITE_URL", SAMPLE_TESTIMONIALS);
}

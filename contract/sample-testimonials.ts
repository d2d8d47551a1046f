/** Sample testimonials must not pass for real ones: many jurisdictions forbid that by law. */
import type { BuildManifest } from "./build-manifest.ts";
import { isServedByTls } from "./security-policy.ts";

/** The error about SITE_URL that prevents the start. */
export const SAMPLE_TESTIMONIALS =
  "is public, and the testimonials in site/content/testimonials.ts are samples, which visitors would take for real. Put " +
  "your customers' words there, or take the samples out. ALLOW_SAMPLES=yes shows them all the same.";

export function showsSampleTestimonials(manifest: BuildManifest): boolean {
  return manifest.sampleTestimonials && isServedByTls(manifest);
}

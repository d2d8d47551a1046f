import {
  isServedByTls,
  type Analytics,
  type BuildManifest,
} from "./build-manifest.ts";
import { ASSETS_PATH, PICTURES_PATH } from "./routes.ts";

/**
 * Loads the entry after the page is painted, so the entry does not delay the
 * text. A timer loads it where browsers report no paint, like Safari 14.0 and
 * Firefox 83. The script is the same in all builds, so the policy of a newer
 * build allows an older page. `data-whole` has all sections laid out at once: a
 * browser that returns to a place needs their heights.
 */
export const START_SCRIPT =
  '{let{entry}=document.currentScript.dataset,go=()=>import(entry);if(performance.navigation.type)document.documentElement.dataset.whole="";setTimeout(go,3e3);new PerformanceObserver(go).observe({type:"paint",buffered:!0})}';
/**
 * The hash of `START_SCRIPT`. With a wrong hash, browsers refuse the script.
 */
const START_HASH = "'sha256-FPRMPkn4yBZU/onG3yTCTN6WPV6ymiB7lA5D3jYS9qQ='";

export const FOR_EVER = "public, max-age=31536000, immutable";

/** Link previews and webmail may show files, except those in `/assets/`. */
export function fileHeaders(path: string): Record<string, string> {
  if (path.startsWith(ASSETS_PATH)) return { "cache-control": FOR_EVER };
  const cacheControl = path.startsWith(PICTURES_PATH) ? FOR_EVER : "no-cache";
  return {
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": cacheControl,
  };
}

/**
 * Headers of every response. This policy forbids
 * everything. Pages have a different policy.
 */
export function baseHeadersOf(manifest: BuildManifest): Record<string, string> {
  return {
    "content-security-policy":
      "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    ...(isServedByTls(manifest)
      ? { "strict-transport-security": "max-age=31536000" }
      : {}),
  };
}

/**
 * Headers of a page. @param targets the targets
 * of the script's requests and of the form
 */
export function securityHeaders(
  manifest: BuildManifest,
  targets = { connect: "'self'", formAction: "'self'" },
  { html, hashes, origins }: Analytics = manifest.analytics,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", START_HASH, ...hashes, ...origins].join(" "),
    // React inserts plain text, so the site's scripts
    // make no markup. Analytics may make markup.
    ...(html === ""
      ? ["require-trusted-types-for 'script'", "trusted-types 'none'"]
      : []),
    ["style-src 'self'", ...manifest.styleHashes].join(" "),
    // Some analytics send their data in the address of a picture.
    ["img-src 'self' data:", ...origins].join(" "),
    "font-src 'self'",
    ...(manifest.recordings.length > 0 ? ["media-src 'self'"] : []),
    [`connect-src ${targets.connect}`, ...origins].join(" "),
    ...(origins.length > 0 ? [["frame-src", ...origins].join(" ")] : []),
    `form-action ${targets.formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isServedByTls(manifest) ? ["upgrade-insecure-requests"] : []),
  ];
  return {
    ...baseHeadersOf(manifest),
    "content-security-policy": policy.join("; "),
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  };
}

/** The headers of the operator's pages: no script at all, no trace in caches, search engines or other sites' logs. */
import { createHash } from "node:crypto";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { securityHeaders, type SecurityHeaders } from "../../contract/security-policy.ts";

/** @param styles what stands in the one style element of these pages. */
export function inboxHeaders(manifest: BuildManifest, styles: string): SecurityHeaders {
  const policy = [
    "default-src 'none'",
    "script-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    ...securityHeaders(manifest),
    "content-security-policy": policy.join("; "),
    // A link's token stands in the address: no other site sees it. Not `no-referrer`, under which browsers send
    // `Origin: null` with our own forms too (Fetch Standard, "append a request Origin header").
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "no-store",
    vary: "cookie",
  };
}

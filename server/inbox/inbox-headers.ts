/** The headers of every answer of the inbox. */
import type { BuildManifest } from "../../contract/build-manifest.ts";
import type { InboxRenderer } from "../../contract/inbox.ts";
import { securityHeaders } from "../../contract/security-policy.ts";
import { policyHash } from "../http/built-site.ts";

/** Allows no script, and leaves no trace in caches, search engines or other sites' logs. */
export function inboxHeaders(manifest: BuildManifest, { styles }: Pick<InboxRenderer, "styles">) {
  const policy = [
    "default-src 'none'",
    `style-src ${policyHash(styles)}`,
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

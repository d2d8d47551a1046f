/**
 * The headers that keep a page to itself: no other origin's code, frame, font or connection. The server sends them,
 * and a folder for a CDN carries them in its `_headers`.
 */
import type { BuildManifest } from "./page.ts";

export type SecurityHeaders = Record<string, string>;

/** Whom a page may call from a script and post a form to, as sources of a policy. */
interface PolicyTargets {
  connect: string;
  formAction: string;
}

/** A page that calls and posts to the server it came from. */
const OWN_SERVER: PolicyTargets = { connect: "'self'", formAction: "'self'" };

/** Whether the site is reached by TLS. A placeholder address says nothing about that. */
export function isServedByTls({ site, unconfigured }: BuildManifest): boolean {
  return site.siteUrl.startsWith("https://") && !unconfigured.includes("siteUrl");
}

/** Headers of every page. The style hashes are of the styles that the build put into its HTML. */
export function securityHeaders(manifest: BuildManifest, targets = OWN_SERVER): SecurityHeaders {
  const tls = isServedByTls(manifest);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...manifest.styleHashes].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${targets.connect}`,
    "manifest-src 'self'",
    `form-action ${targets.formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(tls ? ["upgrade-insecure-requests"] : []),
  ];
  return {
    "content-security-policy": policy.join("; "),
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
    ...(tls ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

/** The headers that keep a page to itself: no other origin's code, frame, font or connection. */
import type { BuildManifest } from "../../contract/page.ts";

export type SecurityHeaders = Record<string, string>;

/** Whether the site is reached by TLS. A placeholder address says nothing about that. */
export function isServedByTls({ site, unconfigured }: BuildManifest): boolean {
  return site.siteUrl.startsWith("https://") && !unconfigured.includes("siteUrl");
}

/** Headers of every page. The style hashes are of the styles that the build put into its HTML. */
export function securityHeaders(manifest: BuildManifest): SecurityHeaders {
  const tls = isServedByTls(manifest);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...manifest.styleHashes].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
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

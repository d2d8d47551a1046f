/** Where to report a vulnerability, at the path that researchers check. Source: RFC 9116. */
import type { BuildManifest } from "./build-manifest.ts";
import { isServedByTls } from "./security-policy.ts";

export const SECURITY_TXT_PATH = "/.well-known/security.txt";

/** The RFC recommends less than a year. */
const VALID_MS = 360 * 24 * 60 * 60 * 1000;

/** The file. @param now milliseconds since 1970. @returns undefined while the contact address is a placeholder. */
export function securityTxt(manifest: BuildManifest, now: number): string | undefined {
  const { site, unconfigured } = manifest;
  if (unconfigured.includes("contactEmail")) return undefined;
  const lines = [
    `Contact: mailto:${encodeURI(site.contactEmail)}`,
    `Expires: ${new Date(now + VALID_MS).toISOString().slice(0, 10)}T00:00:00Z`,
    "Preferred-Languages: en",
    ...(isServedByTls(manifest) ? [`Canonical: ${new URL(SECURITY_TXT_PATH, site.siteUrl).href}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

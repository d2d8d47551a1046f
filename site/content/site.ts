/**
 * The agency's own: name, address, phone, links. Each of the five in `defaults` can also be set by an environment
 * variable at build (see the README); the build puts those into `globalThis.SITE_OVERRIDES`.
 */
import type { SiteConfig } from "../../contract/page.ts";

declare global {
  var SITE_OVERRIDES: Partial<SiteConfig> | undefined;
}

/** Placeholders, to be replaced before launch: here, or by the environment. */
export const defaults: SiteConfig = {
  siteUrl: "http://localhost:3000",
  brandName: "Nightshift",
  contactEmail: "hello@nightshift.example",
  contactPhone: "+1 555 010 0142",
  schedulingUrl: "https://scheduling.example/nightshift/strategy-call",
};

export const site: SiteConfig = { ...defaults, ...globalThis.SITE_OVERRIDES };

/** Names of the settings that still hold the placeholder they were delivered with. */
export function unconfiguredIn(config: SiteConfig): (keyof SiteConfig)[] {
  const needed = ["siteUrl", "contactEmail", "contactPhone", "schedulingUrl"] as const;
  return needed.filter((name) => config[name] === defaults[name]);
}

/** The specification lets these point nowhere; give them an address when the texts exist. */
export const legalLinks = [
  { label: "Privacy Policy", href: "#" },
  { label: "Terms of Service", href: "#" },
  { label: "Cookie Policy", href: "#" },
];

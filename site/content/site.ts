/**
 * The agency's own: name, address, phone, links. Placeholders, to be replaced before launch: here, or by the
 * environment variables that the README names.
 */
import type { Content } from "./schema.ts";

export const site: Content["site"] = {
  siteUrl: "http://localhost:3000",
  brandName: "Nightshift",
  contactEmail: "hello@nightshift.example",
  contactPhone: "+1 555 010 0142",
  schedulingUrl: "https://scheduling.example/nightshift/strategy-call",
};

/** The specification lets these point nowhere; give them an address when the texts exist. */
export const legalLinks: Content["legalLinks"] = [
  { label: "Privacy Policy", href: "#" },
  { label: "Terms of Service", href: "#" },
  { label: "Cookie Policy", href: "#" },
];

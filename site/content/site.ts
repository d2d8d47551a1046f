/**
 * The agency's own: name, address, phone, links. Placeholders, to be replaced before launch: here, or by the
 * environment variables that the README names.
 */
import type { Content } from "./schema.ts";

export const site: Content["site"] = {
  siteUrl: "http://localhost:3000",
  brandName: "Nightshift",
  contactEmail: "hello@nightshift.example",
  contactPhone: "(201) 555-0142",
  /** URL of another booking service. Empty: visitors pick a time on the site's own page (schedule.ts). */
  schedulingUrl: "",
};

/**
 * Put in what you confirm: figures that the pages promise and that are true of you, as in `["3x", "24 hours"]`; also the brand or the
 * "mark", if it really is the one that was delivered. `npm run launch-check` lists what is missing here.
 */
export const confirmed: Content["confirmed"] = [];

/** A file of `pictures/`, as `{ picture: "logo.svg", replaces: "mark" }`, or "mark and name" for a logo with the name in it. */
export const logo: Content["logo"] = null;

/** The specification lets these point nowhere. A `page` takes the place of the # once its file is in `pages/`. */
export const legalLinks: Content["legalLinks"] = [
  { label: "Privacy Policy", href: "#", page: "privacy" },
  { label: "Terms of Service", href: "#", page: "terms" },
  { label: "Cookie Policy", href: "#", page: "cookies" },
];

/** What stands between this site and its public: samples and placeholders, each with where to change it. */
import type { SiteConfig } from "../../contract/page.ts";
import { siteVariable } from "../../server/configuration/env.ts";
import type { Content } from "../../site/content/schema.ts";

/** The settings as they were delivered. The brand may stay. */
const PLACEHOLDERS = {
  siteUrl: "http://localhost:3000",
  contactEmail: "hello@nightshift.example",
  contactPhone: "(201) 555-0142",
  schedulingUrl: "https://scheduling.example/nightshift/strategy-call",
} satisfies Partial<SiteConfig>;

/** Names of the settings that still hold the placeholder they were delivered with. */
export function unconfiguredIn(site: SiteConfig): (keyof SiteConfig)[] {
  const needed = ["siteUrl", "contactEmail", "contactPhone", "schedulingUrl"] as const;
  return needed.filter((name) => site[name] === PLACEHOLDERS[name]);
}

/** A line for each; empty when the site may go public. Legal links to nowhere are the specification's, so named last. */
export function findUnready({ site, about, testimonials, legalLinks, markdownPages }: Content): string[] {
  const settings = unconfiguredIn(site).map(
    (name) =>
      `${siteVariable(name)}: still the placeholder "${site[name]}" (environment or site/content/site.ts)`,
  );
  const claims = about.figures
    .filter((claim) => claim.sample)
    .map(({ figure, text }) => `site/content/about.ts: the claim "${figure} ${text}" is marked as a sample`);
  const voices = testimonials.items
    .filter((item) => item.sample)
    .map(({ name }) => `site/content/testimonials.ts: "${name}" is a sample, not a customer`);
  const pages = Object.entries(markdownPages)
    .filter(([, page]) => page.sample)
    .map(([name]) => `site/content/pages/${name}.md: still says SAMPLE; check the text and take that out`);
  const links = legalLinks
    .filter(({ href }) => href === "#")
    .map(({ label }) => `site/content/site.ts: "${label}" points nowhere`);
  return [...settings, ...claims, ...voices, ...pages, ...links];
}

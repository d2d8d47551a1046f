/** What stands between this site and its public: samples and placeholders, each with where to change it. */
import { siteVariable } from "../../server/configuration/env.ts";
import { about } from "../../site/content/about.ts";
import { legalLinks, site, unconfiguredIn } from "../../site/content/site.ts";
import { testimonials } from "../../site/content/testimonials.ts";

/** A line for each; empty when the site may go public. Legal links to nowhere are the specification's, so named last. */
export function findUnready(): string[] {
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
  const links = legalLinks
    .filter(({ href }) => href === "#")
    .map(({ label }) => `site/content/site.ts: "${label}" points nowhere`);
  return [...settings, ...claims, ...voices, ...links];
}

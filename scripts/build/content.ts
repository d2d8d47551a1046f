/** Checks every word and link in `site/content/` before anything is built, and names the field that is wrong. */
import * as v from "valibot";
import type { MailWords } from "../../contract/mail.ts";
import type { SiteConfig } from "../../contract/page.ts";
import type { Service } from "../../contract/services.ts";
import { isSiteField, siteVariable } from "../../server/configuration/env.ts";
import { schemas, siteSchema } from "./content-schemas.ts";

export interface Content {
  site: SiteConfig;
  unconfigured: (keyof SiteConfig)[];
  mail: MailWords;
  services: readonly Service[];
}

/** Content that cannot be built. The message has a line for every field that is wrong. */
export class ContentError extends Error {
  override name = "ContentError";
}

/**
 * Checks all content, with the given settings in place of the site's own.
 * @throws {ContentError}
 */
export async function loadContent(overrides: Partial<SiteConfig>): Promise<Content> {
  const { defaults, unconfiguredIn } = await import("../../site/content/site.ts");
  const site = { ...defaults, ...overrides };
  const wrong = findWrongSettings(site);
  for (const file of Object.keys(schemas)) {
    wrong.push(...findProblems(file, await import(`../../site/content/${file}.ts`)));
  }
  if (wrong.length > 0) throw new ContentError(wrong.join("\n"));
  const { mail } = await import("../../site/content/mail.ts");
  const { services } = await import("../../site/content/services.ts");
  return { site, unconfigured: unconfiguredIn(site), mail, services };
}

/** What is wrong in one file of `site/content/`, as `site/content/features.ts: features.items.6.title must …`. */
export function findProblems(file: string, exported: unknown): string[] {
  // A module's namespace object has no prototype, which the schemas take for a class of its own.
  const { issues = [] } = v.safeParse(schemas[file] ?? v.unknown(), { ...Object(exported) });
  const wrong = issues.map((issue) => `${v.getDotPath(issue) ?? file} ${issue.message}`);
  return [...new Set([...wrong, ...emptyWords(exported)])].map((line) => `site/content/${file}.ts: ${line}`);
}

function findWrongSettings(site: SiteConfig): string[] {
  const { issues = [] } = v.safeParse(siteSchema, site);
  return issues.map((issue) => {
    const field = v.getDotPath(issue) ?? "";
    const variable = isSiteField(field) ? ` (or ${siteVariable(field)})` : "";
    return `site/content/site.ts${variable}: site.${field} ${issue.message}`;
  });
}

/** Every sentence must say something, also where no schema names it. */
function* emptyWords(value: unknown, path = ""): Generator<string> {
  if (typeof value === "string" && value.trim() === "") yield `${path} must not be empty`;
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* emptyWords(inner, path ? `${path}.${key}` : key);
}

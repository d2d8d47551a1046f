/** Reads `site/content/`, puts the agency's settings in and checks all of it: what is wrong is named by its field. */
import * as v from "valibot";
import type { SiteConfig } from "../../contract/page.ts";
import { isSiteField, siteVariable } from "../../server/configuration/env.ts";
import * as ourFiles from "../../site/content/index.ts";
import { ContentSchema, type Content } from "../../site/content/schema.ts";
import { markdownPage, readMarkdownTexts, type MarkdownTexts } from "./markdown-pages.ts";

/** What the files of `site/content/` export, by their names. */
export type ContentFiles = Record<string, Record<string, unknown>>;

/** Content that cannot be built. The message has a line for every field that is wrong. */
export class ContentError extends Error {
  override name = "ContentError";
}

/**
 * The content, with the given settings in place of its own and the brand's name where it says `{brand}` or `{BRAND}`.
 * @throws {ContentError}
 */
export function loadContent(
  overrides: Partial<SiteConfig>,
  files: ContentFiles = ourFiles,
  texts: MarkdownTexts = readMarkdownTexts(),
): Content {
  const said = Object.assign({}, ...Object.values(files));
  const site = { ...said.site, ...overrides };
  const brand = String(site.brandName);
  const named = { brand, email: String(site.contactEmail), phone: String(site.contactPhone) };
  const markdownPages = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, markdownPage(text, named)]),
  );
  const parsed = v.safeParse(ContentSchema, withBrand({ ...said, site, markdownPages }, brand));
  if (parsed.success)
    return { ...parsed.output, legalLinks: parsed.output.legalLinks.map((link) => linked(link, texts)) };
  throw new ContentError([...new Set(parsed.issues.map((issue) => complaint(issue, files)))].join("\n"));
}

/** Leads to its page where that is there. */
function linked(link: Content["legalLinks"][number], texts: MarkdownTexts): Content["legalLinks"][number] {
  return link.page !== undefined && link.page in texts ? { ...link, href: `/${link.page}` } : link;
}

function withBrand(content: object, brand: string): unknown {
  return JSON.parse(JSON.stringify(content), (_key, value: unknown) =>
    typeof value === "string"
      ? value.replaceAll("{brand}", () => brand).replaceAll("{BRAND}", () => brand.toUpperCase())
      : value,
  );
}

/** As `site/content/features.ts: features.items.6.title must …`. */
function complaint(issue: v.InferIssue<typeof ContentSchema>, files: ContentFiles): string {
  const path = v.getDotPath(issue) ?? "";
  const [exported = "", field = ""] = path.split(".");
  if (exported === "markdownPages") return `site/content/pages/${field}.md ${issue.message}`;
  const file = Object.keys(files).find((name) => exported in (files[name] ?? {})) ?? "index";
  const variable = exported === "site" && isSiteField(field) ? ` (or ${siteVariable(field)})` : "";
  return `site/content/${file}.ts${variable}: ${path} ${issue.message}`;
}

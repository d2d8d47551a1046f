/** Reads `site/content/`, adds the agency's settings and checks all of it; errors name the field. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { IconNode } from "lucide";
import * as v from "valibot";
import type { SiteConfig } from "../../contract/build-manifest.ts";
import { isSiteField, siteVariable } from "../../server/configuration/env.ts";
import * as ourFiles from "../../site/content/index.ts";
import { ContentSchema, type Content } from "../../site/content/schema.ts";
import { PLACEHOLDER } from "../../contract/placeholders.ts";
import { callTerms, neverOpens, wrongCallTerms } from "./call-terms.ts";
import { ContentError } from "./content-error.ts";
import { root } from "../root.ts";
import { readPictures } from "./pictures.ts";
import { Marked, Parser, Renderer, type Token } from "marked";
import { escapeMarkup } from "../../contract/escape-markup.ts";

export type ContentFiles = Record<string, Record<string, unknown>>;

/** The exports of the files of `site/content/trades/`, by file name: one more file is one more page. */
const ourTrades: Record<string, unknown> = {};
for (const file of readdirSync(join(root, "site", "content", "trades")).toSorted()) {
  const name = file.replace(/\.ts$/, "");
  const { trade }: { trade?: unknown } = await import(`../../site/content/trades/${name}.ts`);
  ourTrades[name] = trade;
}

/** The content, with settings in place of its own and their words for placeholders. @throws {ContentError} */
export function loadContent(
  overrides: Partial<SiteConfig>,
  files: ContentFiles = ourFiles,
  texts: MarkdownTexts = readMarkdownTexts(),
  pictures = readPictures(),
  now = Date.now(),
): Content {
  const said = Object.assign({ trades: ourTrades }, ...Object.values(files));
  const site = { ...said.site, ...overrides };
  const brand = String(site.brandName);
  const named = { brand, email: String(site.contactEmail), phone: String(site.contactPhone) };
  const markdownPages = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, markdownPage(text, named, pictures)]),
  );
  const parsed = v.safeParse(
    ContentSchema,
    fillAll(
      { ...said, site, markdownPages, pictures, icons: {} },
      { brand, BRAND: brand.toUpperCase(), ...callTerms(said.workingHours, said.schedulePlaces) },
    ),
  );
  const problems = parsed.success
    ? [
        ...missingPictures(parsed.output),
        ...takenAddresses(parsed.output),
        ...callProblems(parsed.output, files, now),
      ]
    : parsed.issues.map((issue) => complaint(issue, files));
  if (!parsed.success || problems.length > 0) throw new ContentError([...new Set(problems)].join("\n"));
  const { features, tiles } = parsed.output;
  const icons = readIcons([...features.items, ...tiles].map(({ icon }) => icon));
  return { ...parsed.output, icons, legalLinks: parsed.output.legalLinks.map((link) => linked(link, texts)) };
}

function missingPictures({ logo, testimonials, trades, pictures }: Content): string[] {
  return [logo, ...testimonials.items, ...Object.values(trades).map(({ testimonial }) => testimonial)]
    .map((shown) => shown?.picture)
    .filter((name) => name !== undefined && !Object.hasOwn(pictures, name))
    .map((name) => `site/content/pictures/${name} does not exist, but the content names it`);
}

/** An error for each trade at the address of a Markdown page: one of the two would never be seen. */
function takenAddresses({ trades, markdownPages }: Content): string[] {
  return Object.keys(trades)
    .filter((name) => name in markdownPages)
    .map(
      (name) =>
        `site/content/trades/${name}.ts must have another name: site/content/pages/${name}.md is that page`,
    );
}

function linked(link: Content["legalLinks"][number], texts: MarkdownTexts): Content["legalLinks"][number] {
  return link.page !== undefined && link.page in texts ? { ...link, href: `/${link.page}` } : link;
}

function fillAll(content: object, values: Record<string, string>): unknown {
  return JSON.parse(JSON.stringify(content), (_key, value: unknown) =>
    typeof value === "string"
      ? value.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole)
      : value,
  );
}

/** Sentences that say otherwise than the settings of the call, and a calendar that never opens. */
function callProblems(content: Content, files: ContentFiles, now: number): string[] {
  const { site, workingHours } = content;
  const never = site.schedulingUrl === "" ? neverOpens(workingHours, now) : undefined;
  return [
    ...wrongCallTerms(content).map(
      (problem) => `${fileOf(problem.split(/[. ]/)[0] ?? "", files)}: ${problem}`,
    ),
    ...(never === undefined ? [] : [`site/content/schedule.ts: no call can ever be booked: ${never}`]),
  ];
}

function fileOf(exported: string, files: ContentFiles): string {
  const file = Object.keys(files).find((name) => exported in (files[name] ?? {})) ?? "index";
  return `site/content/${file}.ts`;
}

/** Such as `site/content/features.ts: features.items.6.title must …`. */
function complaint(issue: v.InferIssue<typeof ContentSchema>, files: ContentFiles): string {
  const path = v.getDotPath(issue) ?? "";
  const [exported = "", field = ""] = path.split(".");
  if (exported === "markdownPages") return `site/content/pages/${field}.md ${issue.message}`;
  if (exported === "trades") {
    return `site/content/trades/${field}.ts: ${path.slice("trades.".length + field.length + 1)} ${issue.message}`;
  }
  const variable = exported === "site" && isSiteField(field) ? ` (or ${siteVariable(field)})` : "";
  return `${fileOf(exported, files)}${variable}: ${path} ${issue.message}`;
}

const require = createRequire(import.meta.url);

/** Names that are shorter than lucide's, or mean another drawing there. */
const SHORT: Record<string, string> = {
  message: "message-square",
  calendar: "calendar-check",
  contact: "contact-round",
  chart: "chart-column",
  check: "circle-check",
};

/** By the names in the content. @throws {ContentError} naming those that lucide does not have */
function readIcons(names: readonly string[]): Record<string, IconNode> {
  return Object.fromEntries([...new Set(names)].map((name) => [name, drawing(name)]));
}

function drawing(name: string): IconNode {
  const file = SHORT[name] ?? name;
  try {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(file)) throw new Error("No name of a file.");
    const { default: icon }: { default: IconNode } = require(`lucide/dist/esm/icons/${file}.mjs`);
    return icon;
  } catch (error) {
    throw new ContentError(`site/content: the icon "${name}" is not one of https://lucide.dev/icons`, {
      cause: error,
    });
  }
}

export type MarkdownTexts = Record<string, string>;

export function readMarkdownTexts(folder = join(root, "site", "content", "pages")): MarkdownTexts {
  const names = readdirSync(folder).filter((name) => name.endsWith(".md") && !name.startsWith("_"));
  return Object.fromEntries(
    names.toSorted().map((name) => [name.slice(0, -".md".length), readFileSync(join(folder, name), "utf8")]),
  );
}

/** The first heading is the title, the first paragraph the description. @param site fills placeholders */
export function markdownPage(
  text: string,
  site: { brand: string; email: string; phone: string },
  pictures: Content["pictures"],
) {
  const marked = new Marked({
    gfm: true,
    renderer: {
      // A table that is too wide for a phone scrolls in a group that the keyboard reaches, named after its columns.
      table(token) {
        const columns = token.header.map(plain).filter((name) => name !== "");
        const table = Renderer.prototype.table.call(this, token);
        return `<div role="group" tabindex="0" aria-label="${escapeMarkup(columns.join(", "))}">${table}</div>`;
      },
      // HTML in a text is shown as written. Source: GitHub Flavored Markdown Specification.
      html: ({ text: html }) => escapeMarkup(html),
      image: ({ href, text: alt }) => {
        const { src, width, height } = pictures[href] ?? { src: href, width: 0, height: 0 };
        const size = width > 0 ? ` width="${width}" height="${height}"` : "";
        return `<img src="${escapeMarkup(src)}" alt="${escapeMarkup(alt)}"${size} loading="lazy">`;
      },
    },
  });
  const brand = site.brand.replace(/[\\`*_[\]<>~#]/g, "\\$&");
  const values: Record<string, string> = { ...site, brand };
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const tokens = marked.lexer(filled);
  const title = plain(tokens.find((token) => token.type === "heading" && token["depth"] === 1));
  return {
    title: title && `${title} | ${site.brand}`,
    description: plain(tokens.find(({ type }) => type === "paragraph")),
    html: marked.parser(tokens),
    sample: /\bSAMPLE\b/.test(text),
  };
}

function plain(token: Pick<Token, "raw"> | { tokens: Token[] } | undefined): string {
  const parts = token && "tokens" in token ? (token.tokens ?? []) : [];
  const parser = new Parser();
  return parser.parseInline(parts, parser.textRenderer).replaceAll("\n", " ");
}

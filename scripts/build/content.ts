/** Checks every word and link in `site/content/` before anything is built, and names the field that is wrong. */
import * as v from "valibot";
import type { SiteConfig } from "../../contract/page.ts";
import { tileIcons } from "../../site/pages/book-call/tile-icons.ts";
import { featureIcons } from "../../site/pages/home/feature-icons.ts";

export interface Content {
  site: SiteConfig;
  unconfigured: (keyof SiteConfig)[];
}

const words = v.pipe(v.string(), v.trim(), v.nonEmpty("must not be empty"));
const icon = (icons: object) => {
  const names = Object.keys(icons);
  return v.picklist(names, `must be one of ${names.join(", ")}`);
};
const webAddress = v.pipe(
  v.string(),
  v.url("must be a web address like https://example.com"),
  v.regex(/^https?:/, "must begin with https:// or http://"),
);

const siteSchema = v.object({
  siteUrl: webAddress,
  brandName: v.pipe(words, v.maxLength(40, "must have at most 40 characters")),
  contactEmail: v.pipe(v.string(), v.email("must be an email address like hello@example.com")),
  contactPhone: v.pipe(
    v.string(),
    v.regex(/^\+?[\d\s().-]{5,}$/, "must be a phone number like +1 555 010 0142"),
  ),
  schedulingUrl: webAddress,
});

const feature = v.object({
  icon: icon(featureIcons),
  title: words,
  description: words,
  benefits: v.pipe(v.array(words), v.minLength(1, "must list at least one benefit")),
});

const testimonial = v.object({
  name: words,
  trade: words,
  content: words,
  results: words,
  rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
});

const titled = v.object({ title: words, text: words });

/** Each file of `site/content/` by name, and what its exports must be. Words not named here need only be there. */
const schemas = {
  site: v.object({
    site: siteSchema,
    legalLinks: v.array(
      v.object({
        label: words,
        href: v.union(
          [v.literal("#"), v.pipe(v.string(), v.regex(/^(https?:|\/)/))],
          "must be #, a path or a web address",
        ),
      }),
    ),
  }),
  hero: v.object({
    hero: v.object({ phrases: v.pipe(v.array(words), v.length(4, "must be four phrases")) }),
    board: v.object({
      statuses: v.pipe(v.array(v.object({ label: words })), v.length(3, "must be three statuses")),
    }),
  }),
  about: v.object({ about: v.object({ promises: v.array(titled) }) }),
  features: v.object({
    features: v.object({ items: v.pipe(v.array(feature), v.length(6, "must be six features")) }),
    route: v.object({ steps: v.pipe(v.array(titled), v.length(4, "must be four steps")) }),
  }),
  testimonials: v.object({
    testimonials: v.object({ items: v.pipe(v.array(testimonial), v.length(6, "must be six testimonials")) }),
  }),
  contact: v.object({
    contact: v.object({
      gives: v.pipe(v.array(words), v.length(4, "must be the four things the call gives")),
    }),
  }),
  demo: v.object({ demo: v.object({ seconds: v.pipe(v.number(), v.minValue(5), v.maxValue(60)) }) }),
  "book-call": v.object({
    tiles: v.pipe(v.array(v.object({ icon: icon(tileIcons), title: words, text: words })), v.length(3)),
  }),
  error: v.object({ errorPage: v.object({ heading: words }) }),
  footer: v.object({ footer: v.object({ services: v.array(words), industries: v.array(words) }) }),
  header: v.object({ sections: v.array(v.object({ label: words, id: words })) }),
  pages: v.object({ pages: v.object({ home: v.object({ title: words, description: words }) }) }),
} satisfies Record<string, v.GenericSchema>;

/** Content that cannot be built. The message lists every field that is wrong, with its file. */
export class ContentError extends Error {
  override name = "ContentError";
}

/**
 * Loads and checks all content with the given settings in place of the site's own.
 * @throws {ContentError}
 */
export async function loadContent(overrides: Partial<SiteConfig>): Promise<Content> {
  globalThis.SITE_OVERRIDES = overrides;
  const wrong: string[] = [];
  for (const [file, schema] of Object.entries(schemas)) {
    const exported: unknown = await import(`../../site/content/${file}.ts`);
    wrong.push(...problems(file, schema, { ...Object(exported) }));
  }
  if (wrong.length > 0) throw new ContentError(wrong.join("\n"));
  const { site, unconfigured } = await import("../../site/content/site.ts");
  return { site, unconfigured };
}

/** Each wrong field as `site/content/features.ts: features.items.6.title must not be empty`. */
export function problems(file: string, schema: v.GenericSchema, exported: unknown): string[] {
  const result = v.safeParse(schema, exported);
  if (result.success) return [...emptyWords(file, exported)];
  return result.issues.map(
    (issue) => `site/content/${file}.ts: ${v.getDotPath(issue) ?? file} ${issue.message}`,
  );
}

/** Every sentence must say something, also where no schema names it. */
function* emptyWords(file: string, value: unknown, path = ""): Generator<string> {
  if (typeof value === "string" && value.trim() === "")
    yield `site/content/${file}.ts: ${path} must not be empty`;
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* emptyWords(file, inner, path ? `${path}.${key}` : key);
}

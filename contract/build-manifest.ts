/** The output of the build, `dist/manifest.json`: pages by path, their files, and the needs of the security policy. */
import * as v from "valibot";
import { WorkingHoursSchema } from "./booking.ts";
import { FormContentSchema } from "./form-content.ts";
import { LocaleSchema } from "./locale/locale.ts";
import { MailColorsSchema, MailContentSchema } from "./mail.ts";
import { MessagesSchema, TestLeadSchema } from "./messages.ts";

/**
 * What `content/analytics.html` adds to the public pages, and never to the inbox and the REST API: its script elements, the
 * hashes of their texts, and the origins that it names. Without the file all of it is empty.
 */
export const OtherOriginsSchema = v.object({
  html: v.string(),
  hashes: v.array(v.string()),
  origins: v.array(v.string()),
});

export type OtherOrigins = v.InferOutput<typeof OtherOriginsSchema>;

export const NO_OTHER_ORIGINS: OtherOrigins = { html: "", hashes: [], origins: [] };

/** The agency's own: each from `content/`, each overridable by an environment variable. */
const SiteSchema = v.object({
  siteUrl: v.string(),
  brandName: v.string(),
  contactEmail: v.string(),
  contactPhone: v.string(),
  /** URL of another booking service; empty for the built-in scheduling page. */
  schedulingUrl: v.string(),
});

/** The content that the server, its mails and the command line use. */
const ServerContentSchema = v.object({
  site: SiteSchema,
  locale: LocaleSchema,
  messages: MessagesSchema,
  testLead: TestLeadSchema,
  sources: v.object(v.entriesFromList(["direct", "other", "paid"], v.string())),
  unconfigured: v.array(v.keyof(SiteSchema)),
  /** How many samples and placeholders `npm run launch-check` lists. */
  unready: v.number(),
  sampleTestimonials: v.boolean(),
  /** In base64, embedded in mails. Null also when mail programs cannot show its format. */
  logo: v.nullable(
    v.object({
      mimeType: v.string(),
      data: v.string(),
      width: v.number(),
      height: v.number(),
      replaces: v.picklist(["mark", "mark and name"]),
    }),
  ),
  mail: MailContentSchema,
  mailColors: MailColorsSchema,
  /** The person who signs mails to visitors; null while the content names only a sample. */
  host: v.nullable(v.object({ name: v.string(), role: v.string() })),
  /** What a visitor has ready for a call. */
  ready: v.string(),
  workingHours: WorkingHoursSchema,
  form: FormContentSchema,
});

export const ManifestSchema = v.object({
  ...ServerContentSchema.entries,
  /** The hash of the sources of scripts and styles, and that of the content and the settings beside them. Undefined: served as it is. */
  program: v.exactOptional(v.string()),
  madeOf: v.exactOptional(v.string()),
  /** HTML file of each route, relative to `site/`: `{ "/": "index.html", … }`. */
  pages: v.record(v.string(), v.string()),
  /** URL paths of all other files; each is also the path below `site/`. */
  assets: v.array(v.string()),
  /** Hashes for `style-src`, each as `'sha256-…'`. */
  styleHashes: v.array(v.string()),
  otherOrigins: OtherOriginsSchema,
});

export type ServerContent = v.InferOutput<typeof ServerContentSchema>;
/** The output of the build that is the same for every content, `program.json`: scripts, styles and the renderer. */
export const ProgramSchema = v.object({
  /** The hash of its sources. */
  program: v.string(),
  entry: v.string(),
  /** Styles of all pages, then of some. `file`: the URL for a page opened inside the app. */
  styles: v.array(v.object({ file: v.string(), text: v.string() })),
  /** Files below `site/`, without their compressed copies. */
  files: v.array(v.string()),
});
export type Program = v.InferOutput<typeof ProgramSchema>;

export type BuildManifest = v.InferOutput<typeof ManifestSchema>;
export type Logo = NonNullable<BuildManifest["logo"]>;
export type SiteConfig = BuildManifest["site"];

/** Whether the site uses TLS. A placeholder address says nothing about it. */
export function isServedByTls({ site, unconfigured }: BuildManifest): boolean {
  return site.siteUrl.startsWith("https://") && !unconfigured.includes("siteUrl");
}

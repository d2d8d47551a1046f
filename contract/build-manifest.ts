/** The output of the build, `dist/manifest.json`: pages by path, their files, and the needs of the security policy. */
import * as v from "valibot";
import { WorkingHoursSchema } from "./booking.ts";
import { FieldProblemsSchema, FieldContentSchema } from "./form-content.ts";
import { MailColorsSchema, MailContentSchema } from "./mail.ts";
import { OtherOriginsSchema } from "./other-origins.ts";

/** The agency's own: each from `site/content/`, each settable by an environment variable at build. */
const SiteSchema = v.object({
  siteUrl: v.string(),
  brandName: v.string(),
  contactEmail: v.string(),
  contactPhone: v.string(),
  /** Another booking service; empty: the built-in scheduling page. */
  schedulingUrl: v.string(),
});

export const ManifestSchema = v.object({
  /** The folder of this build beside the manifest, which is written last and in one step: it says which is in use. */
  folder: v.string(),
  /** Path of the route to the HTML file, relative to `site/`: `{ "/": "index.html", … }`. */
  pages: v.record(v.string(), v.string()),
  /** URL paths of everything else; each is the file's path below `site/`. */
  assets: v.array(v.string()),
  /** Hashes for `style-src`, each as `'sha256-…'`. */
  styleHashes: v.array(v.string()),
  site: SiteSchema,
  unconfigured: v.array(v.keyof(SiteSchema)),
  otherOrigins: OtherOriginsSchema,
  /** How many samples and placeholders `npm run launch-check` lists. */
  unready: v.number(),
  /** Whether testimonials are shown that nobody gave. */
  sampleTestimonials: v.boolean(),
  /** For mails, which carry it along: in base64. Null also for one that mail programs cannot show. */
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
  workingHours: WorkingHoursSchema,
  form: v.object({
    fields: FieldContentSchema,
    fieldProblems: FieldProblemsSchema,
    services: v.pipe(v.array(v.object({ value: v.string(), label: v.string() })), v.readonly()),
    consent: v.string(),
  }),
});

export type BuildManifest = v.InferOutput<typeof ManifestSchema>;
export type Logo = NonNullable<BuildManifest["logo"]>;
export type SiteConfig = BuildManifest["site"];

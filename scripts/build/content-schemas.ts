/** What each file of `site/content/` must export. Words that no schema names need only say something. */
import * as v from "valibot";
import { LEAD_COLUMNS } from "../../contract/lead.ts";
import { validateLead } from "../../contract/validation.ts";
import { MailWordsSchema } from "../../contract/mail.ts";
import { tileIcons } from "../../site/pages/book-call/tile-icons.ts";
import { featureIcons } from "../../site/pages/home/feature-icons.ts";

const EMPTY = "must not be empty";
const words = v.pipe(v.string(), v.trim(), v.nonEmpty(EMPTY));
const titled = v.object({ title: words, text: words });

function several<Schema extends v.GenericSchema>(item: Schema, count: number, message: string) {
  return v.pipe(v.array(item), v.length(count, message));
}

function iconOf(icons: object) {
  const names = Object.keys(icons);
  return v.picklist(names, `must be one of ${names.join(", ")}`);
}

const webAddress = v.pipe(
  v.string(),
  v.url("must be a web address like https://example.com"),
  v.regex(/^https?:/, "must begin with https:// or http://"),
);

const feature = v.object({
  icon: iconOf(featureIcons),
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

const legalLink = v.object({
  label: words,
  href: v.pipe(v.string(), v.regex(/^(#$|https?:\/\/|\/)/, "must be #, a path or a web address")),
});

/** The agency's own, whether it comes from the file or the environment. */
export const siteSchema = v.object({
  siteUrl: v.pipe(
    webAddress,
    v.check(
      (url) => URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`,
      "must be an address without a path, since the site is served from its root",
    ),
  ),
  brandName: v.pipe(words, v.maxLength(40, "must have at most 40 characters")),
  contactEmail: v.pipe(v.string(), v.email("must be an email address like hello@example.com")),
  contactPhone: v.pipe(
    v.string(),
    v.regex(/^\+?[\d\s().-]{5,}$/, "must be a phone number like +1 555 010 0142"),
  ),
  schedulingUrl: webAddress,
});

const services = v.pipe(
  v.array(
    v.object({
      value: v.pipe(
        v.string(),
        v.check(canBeSent, `must be ${LEAD_COLUMNS.selected_service.maxLength} readable characters at most`),
      ),
      label: words,
    }),
  ),
  v.minLength(1, "must list at least one service"),
  v.check(
    (list) => new Set(list.map(({ value }) => value)).size === list.length,
    "must have each value once",
  ),
);

/** Whether the form's value arrives as it is. */
function canBeSent(value: string): boolean {
  const checked = validateLead({ selected_service: value }, [{ value }]);
  return (
    value === value.trim() &&
    !checked.ok &&
    checked.problems.every(({ column }) => column !== "selected_service")
  );
}

/** By file name. Numbers of things are the specification's. */
export const schemas: Record<string, v.GenericSchema> = {
  site: v.object({ legalLinks: several(legalLink, 3, "must be three links") }),
  header: v.object({ sections: several(v.object({ label: words, id: words }), 4, "must be four sections") }),
  hero: v.object({
    hero: v.object({ phrases: several(words, 4, "must be four phrases") }),
    board: v.object({ statuses: several(v.object({ label: words }), 3, "must be three statuses") }),
  }),
  demo: v.object({ demo: v.object({ seconds: v.pipe(v.number(), v.minValue(5), v.maxValue(60)) }) }),
  about: v.object({ about: v.object({ promises: v.array(titled) }) }),
  features: v.object({
    features: v.object({ items: several(feature, 6, "must be six features") }),
    route: v.object({ steps: several(titled, 4, "must be four steps") }),
  }),
  testimonials: v.object({
    testimonials: v.object({ items: several(testimonial, 6, "must be six testimonials") }),
  }),
  contact: v.object({
    contact: v.object({ gives: several(words, 4, "must be the four things the call gives") }),
  }),
  services: v.object({ services }),
  footer: v.object({ footer: v.object({ services: v.array(words), industries: v.array(words) }) }),
  "book-call": v.object({
    tiles: several(
      v.object({ icon: iconOf(tileIcons), title: words, text: words }),
      3,
      "must be three tiles",
    ),
  }),
  mail: v.object({ mail: MailWordsSchema }),
  error: v.object({ errorPage: v.object({ heading: words }) }),
  pages: v.object({
    pages: v.object({
      home: v.object({ title: words, description: words }),
      bookCall: v.object({ title: words, description: words }),
    }),
  }),
};

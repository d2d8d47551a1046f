import type { IconNode } from "lucide";
import * as v from "valibot";
import { WorkingHoursSchema } from "../call/booking.ts";
import { isCallNumber } from "../lead/lead.ts";
import {
  FieldProblemsSchema,
  FieldContentSchema,
  ServicesSchema,
} from "./form-content.ts";
import { localeName } from "../locale/locale.ts";
import { MailContentSchema } from "../mail/mail.ts";
import { ROUTES } from "../http/routes.ts";
import { isEmailAddress } from "../lead/validation.ts";
import { naming, plainText, says, sentence, several } from "./placeholders.ts";
import { ColorsSchema } from "./colors.ts";
import { inboxSchemas } from "./inbox-schema.ts";
import {
  conversation,
  missed,
  question,
  testimonial,
  trade,
} from "./trade-schema.ts";
import {
  schedulePage,
  zoneNames,
  addressOfPage,
  markdownPage,
  picture,
} from "./pages-schema.ts";

function oneOf<const Names extends readonly string[]>(...names: Names) {
  return v.picklist(names, `must be one of ${names.join(", ")}`);
}

const isWebAddress = (text: string) =>
  /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
const isOrigin = (url: string) =>
  isWebAddress(url) && new URL(url).href === `${new URL(url).origin}/`;
const hasDomain = (email: string) =>
  isEmailAddress(email) && /@.+\./.test(email);

const site = v.object({
  siteUrl: v.pipe(
    v.string(),
    v.check(
      isOrigin,
      "must be a web address like https://example.com, without a path",
    ),
    v.transform((url) => new URL(url).origin),
  ),
  brandName: v.pipe(
    plainText,
    v.maxLength(40, "must have at most 40 characters"),
  ),
  contactEmail: v.pipe(
    v.string(),
    v.check(hasDomain, "must be an email address like hello@example.com"),
  ),
  contactPhone: v.pipe(
    v.string(),
    v.check(isCallNumber, "must be a phone number like (201) 555-0142"),
  ),
  /** Visitors book on this site if the value is empty. */
  schedulingUrl: v.pipe(
    v.string(),
    v.check(
      (url) => url === "" || isWebAddress(url),
      "must begin with https:// or http://, or be empty",
    ),
  ),
});

/** `page`: a page of `content/pages/`. The site links to the page as soon as it exists. */
const legalLink = v.object({
  ...says("label"),
  page: v.exactOptional(v.string()),
  href: v.pipe(
    v.string(),
    v.regex(/^(#$|https?:\/\/|\/)/, "must be #, a path or a web address"),
  ),
});

const feature = v.object({
  /** `promise` is the small line above the title. It names the feature in general terms. */
  ...says("promise", "title", "description"),
  /** A name of https://lucide.dev/icons. */
  icon: plainText,
  /** A symbol of `pictures/trades.svg`, shown if the feature spans the whole page. */
  drawing: v.exactOptional(plainText),
  benefits: v.pipe(
    v.array(plainText),
    v.minLength(1, "must list at least one benefit"),
  ),
});

const nightCall = v.object({
  hour: v.pipe(v.number(), v.minValue(0), v.maxValue(24)),
  job: v.exactOptional(v.object(says("time", "text", "visit"))),
});

const figure = v.object({
  ...says("figure", "text"),
  /** Whose figure this is, its values before and after, and the time between the two. */
  basis: v.exactOptional(plainText),
  sample: v.exactOptional(v.boolean()),
});

function optionalPart<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.exactOptional(v.object(entries));
}

/** Sections that a link of the header can lead to. */
const SECTIONS = [
  "hero",
  "about",
  "features",
  "route",
  "testimonials",
  "faq",
  "contact",
] as const;

const LISTED_PAGES = [...ROUTES.map(({ name }) => name), "schedule"] as const;

/** The parts of the content, keyed by file. Each trade and each Markdown page is one more file. */
export const CONTENT_FILES = {
  "site.yaml": {
    locale: localeName,
    site,
    sampleMark: plainText,
    colors: ColorsSchema,
    /** Claims that the owner has confirmed as true. The launch check lists all other claims. */
    confirmed: v.array(v.string()),
    logo: v.nullable(
      v.object({
        picture: v.string(),
        replaces: oneOf("mark", "mark and name"),
      }),
    ),
    legalLinks: several(legalLink, 0, 8, "links"),
    errorTitle: naming("title"),
    pages: v.object({
      ...v.entriesFromList(
        LISTED_PAGES,
        v.object(says("title", "description")),
      ),
      ...v.entriesFromList(
        [
          "confirmation",
          "error",
          "call",
          "kept",
          "booked",
          "moved",
          "cancelled",
          "link",
          "linkSent",
        ],
        v.object(says("title")),
      ),
    }),
  },
  "home.yaml": {
    header: v.object({
      ...says(
        "skipLink",
        "menuButton",
        "menuLabel",
        "bookCall",
        "pickTime",
        "sendNote",
        "call",
      ),
      ...says("backHome", "newTab"),
    }),
    sections: v.pipe(
      several(
        v.object({ ...says("label"), id: oneOf(...SECTIONS) }),
        2,
        7,
        "sections",
      ),
      v.check(
        (list) => new Set(list.map(({ id }) => id)).size === list.length,
        "must name no section twice",
      ),
    ),
    hero: v.object({
      ...says("eyebrow", "lead", "bookNow", "watchDemo", "note"),
      ...says("pause", "resume", "pauseSign", "resumeSign"),
      phrases: several(plainText, 1, 12, "phrases"),
    }),
    doneForYou: optionalPart({
      ...says("tradesLabel", "anotherTrade"),
      lines: several(plainText, 1, 4, "lines"),
    }),
    board: v.object({
      ...says("title", "assistant", "statusLabel"),
      ...conversation,
      statuses: several(
        v.object({ ...says("label"), lamp: oneOf("live", "done") }),
        1,
        6,
        "statuses",
      ),
    }),
    demo: optionalPart({
      ...says(
        "title",
        "choose",
        "close",
        "play",
        "pause",
        "book",
        "restart",
        "transcript",
      ),
      ...says("assistant", "captured", "booked", "followedUp", "logLabel"),
      seconds: v.pipe(v.number(), v.minValue(5), v.maxValue(60)),
    }),
    about: optionalPart({
      ...says("heading", "lead"),
      clock: v.object({
        ...says("label", "crew", "shift"),
        marks: v.array(plainText),
      }),
      sheet: v.object({
        ...says("title"),
        stamp: sentence("count"),
        calls: several(nightCall, 0, 12, "calls"),
      }),
      figures: several(figure, 0, 6, "figures"),
    }),
    features: optionalPart({
      ...says("heading", "lead"),
      items: several(feature, 0, 12, "features"),
    }),
    route: optionalPart({
      ...says("heading"),
      steps: several(v.object(says("time", "title", "text")), 0, 6, "steps"),
    }),
    missed: v.exactOptional(missed),
    testimonials: optionalPart({
      ...says("heading", "lead", "resultsLabel"),
      rating: sentence("rating"),
      items: several(testimonial, 0, 12, "testimonials"),
    }),
    faq: optionalPart({
      ...says("heading", "lead"),
      items: several(question, 0, 20, "questions"),
    }),
    contact: v.object({
      ...says(
        "heading",
        "lead",
        "orderTitle",
        "orderName",
        "deliverablesLabel",
      ),
      ...says("getCall", "bookCall", "note"),
      ...says("formIntro", "formLink", "callIntro", "timesLabel", "moreTimes"),
      host: v.nullable(
        v.object({
          ...says("intro", "name", "role"),
          /** What the call is like, in the host's own words. */
          says: v.exactOptional(plainText),
          picture: v.exactOptional(v.string()),
          sample: v.exactOptional(v.boolean()),
        }),
      ),
      terms: several(v.object(says("term", "value")), 1, 8, "terms"),
      deliverables: several(plainText, 1, 12, "things that the call gives"),
    }),
    footer: v.object({
      ...says(
        "line",
        "servicesLabel",
        "industriesLabel",
        "contactLabel",
        "emailLabel",
        "phoneLabel",
      ),
      industries: several(plainText, 0, 20, "industries"),
    }),
  },
  "book-call.yaml": {
    bookCall: v.object({
      ...says(
        "heading",
        "lead",
        "orderTitle",
        "orderName",
        "required",
        "optional",
        "submit",
        "submitting",
      ),
      ...says(
        "consent",
        "privacyIntro",
        "nextLabel",
        "callIntro",
        "errorTitle",
        "oneToFix",
        "tryAgain",
      ),
      toFix: sentence("count"),
      next: several(plainText, 0, 5, "steps"),
      reach: v.object(says("before", "or")),
      needsScript: v.object(says("before", "or")),
    }),
    services: ServicesSchema,
    serviceChoice: plainText,
    fields: FieldContentSchema,
    fieldProblems: FieldProblemsSchema,
    failures: v.object(says("network", "timeout", "unreadable")),
    tiles: several(
      v.object({ ...says("title", "text"), icon: plainText }),
      0,
      6,
      "tiles",
    ),
    confirmation: v.object({
      ...says("heading", "lead", "sentTo", "stamp", "pickTime", "back"),
      steps: v.array(plainText),
      /** Shown instead of the steps if no mail is planned. */
      unmailedSteps: v.array(plainText),
    }),
  },
  "schedule.yaml": {
    workingHours: WorkingHoursSchema,
    /** The words that replace `{place}` in other sentences. */
    schedulePlaces: v.object(says("phone", "link", "phoneOrVideo")),
    schedulePage,
    zoneNames,
  },
  "mail.yaml": { mail: MailContentSchema },
  "inbox.yaml": inboxSchemas,
  "messages.yaml": {
    errorPage: v.object({
      ...says("heading", "home", "bookCall"),
      lead: v.object(says("404", "other")),
      statusTexts: v.record(v.string(), plainText),
    }),
    /** The server's sentences for visitors, except the sentences about fields of the form. */
    messages: v.object({
      ...says(
        "notText",
        "bodyTooLarge",
        "keyReused",
        "keyUnusable",
        "storeUnavailable",
      ),
      ...says(
        "tooManyRequests",
        "tooBusy",
        "alreadyStored",
        "noCall",
        "linkGone",
        "unexpected",
      ),
    }),
    testLead: v.object(says("name", "company", "problems")),
  },
};

export const ContentSchema = v.object({
  ...CONTENT_FILES["site.yaml"],
  ...CONTENT_FILES["home.yaml"],
  ...CONTENT_FILES["book-call.yaml"],
  ...CONTENT_FILES["schedule.yaml"],
  ...CONTENT_FILES["mail.yaml"],
  ...CONTENT_FILES["inbox.yaml"],
  ...CONTENT_FILES["messages.yaml"],
  pictures: v.record(v.string(), picture),
  icons: v.record(v.string(), v.custom<IconNode>(Array.isArray)),
  markdownPages: v.record(addressOfPage, markdownPage),
  trades: v.record(addressOfPage, trade),
});

export type Content = v.InferOutput<typeof ContentSchema>;
export type Messages = Content["messages"];
export type Trade = v.InferOutput<typeof trade>;

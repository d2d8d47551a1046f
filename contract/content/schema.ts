import type { IconNode } from "lucide";
import * as v from "valibot";
import { WorkingHoursSchema } from "../call/booking.ts";
import { ROUTES } from "../http/routes.ts";
import { isCallNumber } from "../lead/lead.ts";
import { cleanEmail } from "../lead/mailbox.ts";
import { isEmailAddress } from "../lead/validation.ts";
import { localeName } from "../locale/locale.ts";
import { MailContentSchema } from "../mail/mail.ts";
import { ColorsSchema } from "./colors.ts";
import {
  FieldProblemsSchema,
  FieldContentSchema,
  ServicesSchema,
} from "./form-content.ts";
import { homeSchemas } from "./home-schema.ts";
import { inboxSchemas } from "./inbox-schema.ts";
import {
  schedulePage,
  zoneNames,
  addressOfPage,
  markdownPage,
  picture,
} from "./pages-schema.ts";
import { trade } from "./trade-schema.ts";
import {
  comparedText,
  isWebAddress,
  naming,
  oneOf,
  optionalPicture,
  optionalYesNo,
  pictureFile,
  plainText,
  saying,
  says,
  sentence,
  several,
  typedAddress,
} from "./values.ts";

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
    v.transform(cleanEmail),
    v.check(hasDomain, "must be an email address like hello@example.com"),
  ),
  contactPhone: v.pipe(
    v.string(),
    v.check(isCallNumber, "must be a phone number like (201) 555-0142"),
  ),
  /** Visitors book on this site if the value is empty. */
  schedulingUrl: v.pipe(
    typedAddress,
    v.check(
      (url) => url === "" || isWebAddress(url),
      "must begin with https:// or http://, or be empty",
    ),
  ),
});

/**
 * `page`: a page of `content/pages/`. The site
 * links to the page as soon as it exists.
 */
const legalLink = v.object({
  ...says("label"),
  page: v.exactOptional(v.string()),
  href: v.pipe(
    typedAddress,
    v.regex(/^(#$|https?:\/\/|\/)/, "must be #, a path or a web address"),
  ),
});

const LISTED_PAGES = [...ROUTES.map(({ name }) => name), "schedule"] as const;

/**
 * The parts of the content, keyed by file. Each
 * trade and each Markdown page is one more file.
 */
export const CONTENT_FILES = {
  "site.yaml": {
    locale: localeName,
    site,
    sampleMark: plainText,
    colors: ColorsSchema,
    /**
     * Claims that the owner has confirmed as true.
     * The launch check lists all other claims.
     */
    confirmed: v.array(v.string()),
    logo: v.nullable(
      v.object({
        picture: pictureFile,
        replaces: oneOf("mark", "mark and name"),
      }),
    ),
    /**
     * Without it, the image of a shared link is drawn from the page's words.
     */
    shareImage: optionalPicture,
    legalLinks: several(legalLink, 0, 8, "links"),
    errorTitle: naming("title"),
    pages: v.object({
      ...v.entriesFromList(LISTED_PAGES, saying("title", "description")),
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
        saying("title"),
      ),
    }),
  },
  "home.yaml": homeSchemas,
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
      /** Whether the form has an optional field for a telephone number. */
      asksNumber: optionalYesNo,
      /** Each lead is stored with the version of this note, which is a hash. */
      consent: comparedText,
      ...says(
        "privacyIntro",
        "nextLabel",
        "callIntro",
        "errorTitle",
        "oneToFix",
        "tryAgain",
      ),
      toFix: sentence("count"),
      next: several(plainText, 0, 5, "steps"),
      reach: saying("before", "or"),
      needsScript: saying("before", "or"),
    }),
    services: ServicesSchema,
    serviceChoice: plainText,
    fields: FieldContentSchema,
    fieldProblems: FieldProblemsSchema,
    failures: saying("network", "timeout", "unreadable"),
    tiles: several(
      v.object({ ...says("title", "text"), icon: comparedText }),
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
    schedulePlaces: saying("phone", "link", "phoneOrVideo"),
    schedulePage,
    zoneNames,
  },
  "mail.yaml": { mail: MailContentSchema },
  "inbox.yaml": inboxSchemas,
  "messages.yaml": {
    errorPage: v.object({
      ...says("heading", "home", "bookCall"),
      lead: saying("404", "other"),
      statusTexts: v.record(v.string(), plainText),
    }),
    /**
     * The server's sentences for visitors, except
     * the sentences about fields of the form.
     */
    messages: saying(
      "notText",
      "bodyTooLarge",
      "keyReused",
      "keyUnusable",
      "storeUnavailable",
      "tooManyRequests",
      "tooBusy",
      "alreadyStored",
      "noCall",
      "linkGone",
      "unexpected",
    ),
    testLead: saying("name", "company", "problems"),
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
  /** The address of each file of `recordings/`. */
  recordings: v.record(v.string(), v.string()),
  icons: v.record(v.string(), v.custom<IconNode>(Array.isArray)),
  markdownPages: v.record(addressOfPage, markdownPage),
  trades: v.record(addressOfPage, trade),
});

export type Content = v.InferOutput<typeof ContentSchema>;
export type Messages = Content["messages"];
export type Trade = v.InferOutput<typeof trade>;

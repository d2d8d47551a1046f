/** The landing page: `content/home.yaml`. */

import * as v from "valibot";
import {
  conversation,
  missed,
  question,
  recording,
  testimonial,
} from "./trade-schema.ts";
import {
  comparedText,
  numberBetween,
  oneOf,
  optionalPicture,
  optionalText,
  optionalYesNo,
  pictureFile,
  plainText,
  saying,
  says,
  sentence,
  several,
  wholeNumber,
} from "./values.ts";

const feature = v.object({
  /**
   * `promise` is the small line above the title.
   * It names the feature in general terms.
   */
  ...says("promise", "title", "description"),
  /** A name of https://lucide.dev/icons. */
  icon: comparedText,
  /** Shown if the feature spans the whole page. */
  sheet: v.exactOptional(
    v.object({
      ...says("heading"),
      rows: several(
        v.object({ ...says("label"), count: wholeNumber(1) }),
        1,
        5,
        "rows",
      ),
      sample: optionalYesNo,
    }),
  ),
  benefits: v.pipe(
    v.array(plainText),
    v.minLength(1, "must list at least one benefit"),
  ),
});

const nightCall = v.object({
  hour: numberBetween(0, 24),
  job: v.exactOptional(saying("time", "text", "visit")),
});

const figure = v.object({
  ...says("figure", "text"),
  /**
   * Whose figure this is, its values before
   * and after, and the time between the two.
   */
  basis: optionalText,
  sample: optionalYesNo,
});

function optionalPart<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.exactOptional(v.object(entries));
}

/** Sections that a link of the header can lead to. */
export const SECTIONS = [
  "hero",
  "about",
  "features",
  "route",
  "testimonials",
  "faq",
  "contact",
] as const;

export const homeSchemas = {
  header: saying(
    "skipLink",
    "menuButton",
    "menuLabel",
    "bookCall",
    "pickTime",
    "sendNote",
    "call",
    "backHome",
    "newTab",
  ),
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
    ...says(
      "eyebrow",
      "lead",
      "bookNow",
      "watchDemo",
      "note",
      "pause",
      "resume",
      "pauseSign",
      "resumeSign",
    ),
    phrases: several(plainText, 1, 12, "phrases"),
  }),
  offer: optionalPart({
    ...says("price", "contract"),
    sample: optionalYesNo,
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
      "assistant",
      "captured",
      "booked",
      "followedUp",
      "logLabel",
    ),
    notLoaded: optionalText,
    seconds: numberBetween(5, 60),
    recording: v.exactOptional(recording),
  }),
  about: optionalPart({
    ...says("heading", "lead"),
    clock: v.object({
      ...says("label", "crew", "shift"),
      marks: v.array(plainText),
    }),
    sheet: v.object({
      ...says("title"),
      stamp: sentence("calls", "count"),
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
    steps: several(saying("time", "title", "text"), 0, 6, "steps"),
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
      "getCall",
      "bookCall",
      "note",
      "formLink",
      "callIntro",
      "timesLabel",
      "moreTimes",
    ),
    /** The people behind the site; `text` says who is in the picture. */
    team: v.exactOptional(v.object({ picture: pictureFile, text: plainText })),
    host: v.nullable(
      v.object({
        ...says("intro", "name", "role"),
        /** What the call is like, in the host's own words. */
        says: optionalText,
        picture: optionalPicture,
        sample: optionalYesNo,
      }),
    ),
    terms: several(saying("term", "value"), 1, 8, "terms"),
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
    industries: several(comparedText, 0, 20, "industries"),
    /** The lines under the brand: street address, license, founding year. */
    company: v.optional(several(plainText, 0, 5, "lines"), []),
  }),
};

export const HOME_PARTS = v.keyof(v.object(homeSchemas)).options;

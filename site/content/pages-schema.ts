/** The schemas of Markdown pages with their pictures, and of the scheduling page's text. */
import * as v from "valibot";
import { ROUTES } from "../../contract/routes.ts";
import { BOOKING_STATES } from "../../contract/booking.ts";
import { NO_BOARD, SCHEDULE_NOTICES } from "../../contract/page.ts";
import { naming, says, sentence } from "../../contract/placeholders.ts";

/** First parts of addresses that something else answers at, or that mean something to hosts. */
const RESERVED =
  "404 admin assets error healthz inbox index metrics pictures readyz rest schedule content".split(" ");
const TAKEN = RESERVED.concat(ROUTES.map(({ path }) => path.slice(1)));

/** Where a picture is served, and how large it is, in CSS pixels. */
export const picture = v.object({ src: v.string(), width: v.number(), height: v.number() });

/** The address of a picture that is none of this site's. */
const PICTURE_ELSEWHERE = / src="(?!\/[^/])([^"]*)/;

export const markdownPage = v.object({
  title: v.pipe(v.string(), v.nonEmpty("must begin with a line like # Privacy Policy")),
  description: v.pipe(v.string(), v.nonEmpty("must have a paragraph that says what the page is about")),
  html: v.pipe(
    v.string(),
    v.check((html) => !/ href="(?!https?:|mailto:|tel:|\/|#)/.test(html), "must link to web addresses only"),
    v.check(
      (html) => !PICTURE_ELSEWHERE.test(html),
      ({ input }) => `shows ${PICTURE_ELSEWHERE.exec(input)?.[1]}, which is not in site/content/pictures/`,
    ),
  ),
  sample: v.boolean(),
});

export const addressOfPage = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be named in small letters, like terms-of-sale.md"),
  v.check((name) => !TAKEN.includes(name), "must have another name, since this address is taken"),
);

export const schedulePage = v.object({
  ...says("heading", "lead", "boardHeading", "zoneLabel", "full", "taken", "hint", "take"),
  ...says("again", "earlier", "later", "otherwise", "toForm", "few", "gone", "otherTime", "nearest", "phone"),
  ...says("stamp", "mailed", "download", "moveHeading", "move", "cancel", "cancelAsk", "cancelYes", "late"),
  facts: v.pipe(v.array(sentence()), v.readonly()),
  next: v.pipe(v.array(sentence()), v.readonly()),
  none: v.object(v.entriesFromList(NO_BOARD, v.object(says("heading", "text")))),
  movedFrom: naming("time"),
  ours: naming("time"),
  weCall: naming("number"),
  states: v.object(says(...BOOKING_STATES, "now", "over")),
  notices: v.object(says(...SCHEDULE_NOTICES)),
});

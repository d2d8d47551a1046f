import * as v from "valibot";
import { NO_BOARD, NO_CALL, SCHEDULE_NOTICES } from "../http/page.ts";
import { isReservedName } from "../http/routes.ts";
import { naming, saying, says, sentence } from "./values.ts";

/** The size is in CSS pixels; `symbols` are the drawings of `trades.svg`. */
export const picture = v.object({
  src: v.string(),
  width: v.number(),
  height: v.number(),
  symbols: v.exactOptional(v.record(v.string(), v.string())),
});

/**
 * Refuses HTML in which `pattern` matches outside
 * `<code>`. `problem` gets the first group.
 */
function hasNo(pattern: RegExp, problem: (found: string) => string) {
  const find = (html: string) =>
    pattern.exec(html.replace(/<code[^]*?<\/code>/g, ""))?.[1];
  return v.check(
    (html: string) => find(html) === undefined,
    ({ input }) => problem(find(input) ?? ""),
  );
}

export const markdownPage = v.object({
  title: v.pipe(
    v.string(),
    v.nonEmpty("must begin with a line like # Privacy Policy"),
  ),
  description: v.pipe(
    v.string(),
    v.nonEmpty("must have a paragraph that says what the page is about"),
  ),
  html: v.pipe(
    v.string(),
    hasNo(
      / href="(?!https?:|mailto:|tel:|\/|#)([^"]*)/i,
      (address) =>
        `links to ${address}, without https://, mailto:, tel:, / or # before it`,
    ),
    // A picture from content/pictures/ does not
    // match: its size is between `alt` and `loading`.
    hasNo(
      / src="([^"]*)" alt="[^"]*" loading/,
      (file) => `shows ${file}, which is not in content/pictures/`,
    ),
    hasNo(
      /\]\(([^<\s]*)/,
      (start) => `has a blank in the address ${start}: put it between < and >`,
    ),
    hasNo(
      /(\{[#\p{L}\w -]+\})/u,
      (word) => `has ${word}, which nothing fills: correct or remove it`,
    ),
  ),
  sample: v.boolean(),
});

export const addressOfPage = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "must be named in small letters, like terms-of-sale",
  ),
  // Names of files have 255 letters at most.
  v.maxLength(200, "must have at most 200 letters"),
  v.check(
    (name) => !isReservedName(name),
    "must have another name, since this address is taken",
  ),
);

const names = v.record(v.string(), sentence());

export const zoneNames = v.object({
  homeLabel: sentence(),
  home: names,
  others: names,
  regions: names,
});

const DAY_PARTS = ["morning", "afternoon", "evening", "night"] as const;

export const schedulePage = v.object({
  ...says(
    "heading",
    "lead",
    "boardHeading",
    "zoneLabel",
    "zoneHeading",
    "zoneButton",
    "full",
    "closed",
    "soonest",
    "choose",
    "again",
    "earlier",
    "later",
    "otherwise",
    "toForm",
    "few",
    "fullStamp",
    "closedStamp",
    "change",
    "allTimes",
    "nearest",
    "phone",
    "stamp",
    "unmailed",
    "noneOpen",
    "move",
    "moveHeading",
    "cancel",
    "cancelAsk",
    "cancelWhy",
    "cancelYes",
    "late",
    "who",
    "from",
    "where",
    "invite",
    "ready",
    "takenLead",
  ),
  parts: saying(...DAY_PARTS),
  left: naming("count"),
  soonestDay: naming("day"),
  ...v.entriesFromList(
    ["facts", "next"],
    v.pipe(v.array(sentence()), v.readonly()),
  ),
  calendars: saying("add", "google", "outlook", "work", "file"),
  ask: saying(
    "heading",
    "text",
    "label",
    "wrong",
    "button",
    "askAgain",
    "sentHeading",
    "sent",
    "offer",
  ),
  none: v.object(v.entriesFromList(NO_BOARD, saying("heading", "text"))),
  ...v.entriesFromList(
    ["movedFrom", "former", "taken", "moveTo", "keep", "cancelHeading", "ours"],
    naming("time"),
  ),
  cancelMailed: naming("email"),
  kept: v.object({
    ...says("noneOfThese", "mailLink"),
    ...v.entriesFromList(
      NO_CALL,
      v.object({ heading: sentence("time"), text: sentence() }),
    ),
    call: naming("time", "number"),
    reply: naming("time"),
    by: v.object(v.entriesFromList(DAY_PARTS, naming("day"))),
  }),
  own: v.object({
    ...says("see", "another", "oneCall"),
    ...v.entriesFromList(["booked", "move", "notBooked"], naming("time")),
  }),
  calls: naming("number", "name"),
  ...v.entriesFromList(["weCall", "save"], naming("number")),
  states: saying("booked", "cancelled", "missed", "moved", "now", "over"),
  notices: saying(...SCHEDULE_NOTICES),
});

/** A trade's page, and the parts that it shares with the landing page. */

import * as v from "valibot";
import {
  comparedText,
  isWebAddress,
  naming,
  optionalPicture,
  optionalText,
  optionalYesNo,
  plainText,
  saying,
  says,
  sentence,
  several,
  wholeNumber,
  typedAddress,
  withScheme,
} from "./values.ts";

const amount = wholeNumber(1);

const webAddress = v.pipe(
  typedAddress,
  v.check(isWebAddress, "must begin with https:// or http://"),
);

const slider = v.object({
  label: plainText,
  from: amount,
  to: amount,
  step: amount,
  value: amount,
});

export const missed = v.object({
  ...says("heading", "callIntro"),
  calls: slider,
  job: slider,
  /** How many of ten callers would have booked. */
  booked: amount,
  /**
   * An amount in the region's currency: a
   * dollar sign and `{amount}`, for instance.
   */
  money: naming("amount"),
  result: plainText,
  formula: sentence("calls", "month", "job", "amount"),
  /** A line that the calculator adds to the draft of the form. */
  line: sentence("calls", "job"),
  case: v.nullable(
    v.object({
      ...says("name", "business", "heading", "source"),
      /** On pages of trades, only this one's has the case. */
      trade: v.exactOptional(comparedText),
      picture: optionalPicture,
      ...v.entriesFromList(
        ["before", "after"],
        v.object({ ...says("label"), count: amount }),
      ),
      sample: optionalYesNo,
    }),
  ),
});

export const question = v.object({
  ...says("question", "answer"),
  /**
   * Whether a question of the landing page ends each trade's questions, too.
   */
  onTrades: optionalYesNo,
  sample: optionalYesNo,
});

export const testimonial = v.object({
  ...says("name", "content", "results"),
  trade: comparedText,
  business: optionalText,
  town: optionalText,
  rating: wholeNumber(1, 5),
  picture: optionalPicture,
  /** The web address where the review can be read. */
  source: v.exactOptional(webAddress),
  sample: optionalYesNo,
});

/**
 * What a feature of the landing page does in this trade.
 * `icon` names the feature. If the landing page has no feature
 * with this icon, the page of the trade leaves this job out.
 */
const tradeJob = v.object({
  ...says("title", "text"),
  icon: comparedText,
  points: several(plainText, 1, 5, "points"),
});

const message = v.pipe(
  v.object({
    caller: optionalText,
    assistant: optionalText,
  }),
  v.check(
    ({ caller, assistant }) =>
      (caller === undefined) !== (assistant === undefined),
    "must have either caller or assistant",
  ),
);

/**
 * A conversation in text messages. `caller` is
 * a name here, but a text within `messages`.
 */
export const conversation = {
  ...says("clock", "label", "caller"),
  messages: several(message, 1, 8, "messages"),
  ending: saying("captured", "booked", "followedUp", "you"),
};

/**
 * Pages that show a film; their players need scripts and frames of their own.
 */
const PLAYERS =
  /^https:\/\/(?:www\.|m\.)?(?:youtube\.com|youtu\.be|vimeo\.com|loom\.com)\/\S+$/;

/** A recorded call, which the demo plays in place of the written one. */
export const recording = v.object({
  /**
   * A file of `recordings/`, or the address
   * of a film, which opens in a new tab.
   */
  source: v.pipe(
    comparedText,
    v.transform(withScheme),
    v.check(
      (source) =>
        /^[\w-]+\.(?:mp4|webm|mp3|m4a)$/.test(source) || PLAYERS.test(source),
      "must be an MP4, WebM, MP3 or M4A in content/recordings/, like call.mp3, or an address of YouTube, Vimeo or Loom",
    ),
  ),
  /** A film's picture, of `pictures/`. */
  picture: optionalPicture,
  label: plainText,
  /** Each line begins with who speaks: `CALLER: My heat is out.` */
  transcript: several(plainText, 1, 200, "lines"),
});

export const trade = v.object({
  name: comparedText,
  ...says("eyebrow", "title", "description", "headline", "lead"),
  /**
   * A symbol of `pictures/trades.svg`. Without
   * `drawing`, the page shows `another-trade`.
   */
  drawing: v.exactOptional(comparedText),
  missed: v.object({ calls: amount, job: amount }),
  problem: v.object({
    ...says("heading"),
    text: several(plainText, 1, 5, "paragraphs"),
  }),
  board: v.object(conversation),
  recording: v.exactOptional(recording),
  jobs: v.object({
    ...says("heading", "lead"),
    items: several(tradeJob, 1, 6, "jobs"),
  }),
  /** Shown instead of the landing page's testimonial about this trade. */
  testimonial: v.exactOptional(testimonial),
  faq: v.object({
    ...says("heading", "lead"),
    items: several(question, 0, 20, "questions"),
  }),
  call: saying("heading", "lead"),
});

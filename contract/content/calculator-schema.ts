/** The schema of the calculator of missed calls, and of the case beside it. */
import * as v from "valibot";
import { naming, says, sentence } from "../placeholders.ts";

export const amount = v.pipe(v.number(), v.integer(), v.minValue(1));

const slider = v.object({ ...says("label"), from: amount, to: amount, step: amount, value: amount });

export const missed = v.object({
  ...says("heading", "callIntro"),
  calls: slider,
  job: slider,
  /** Of ten callers, those who would have booked. */
  booked: amount,
  /** An amount, in the currency of the region. */
  money: naming("amount"),
  /** After the amount. */
  result: sentence(),
  /** How the amount comes about, and what of it is a guess. */
  formula: sentence("calls", "month", "job", "amount"),
  /** The line that the form gets. */
  line: sentence("calls", "job"),
  case: v.nullable(
    v.object({
      ...says("name", "business", "heading", "source"),
      picture: v.exactOptional(v.string()),
      before: v.object({ ...says("label"), count: amount }),
      after: v.object({ ...says("label"), count: amount }),
      sample: v.exactOptional(v.boolean()),
    }),
  ),
  /** On a case that is a sample. */
  sampleStamp: sentence(),
});

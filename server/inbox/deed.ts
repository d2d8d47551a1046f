import * as v from "valibot";
import {
  MARKING_DEEDS,
  OTHER_DEEDS,
} from "../../contract/inbox/inbox-names.ts";
import { maybeText } from "../../contract/texts.ts";

export const BackSchema = v.pipe(v.string(), v.regex(/^\/inbox(?:[/?#]|$)/));

const ReceiptSchema = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  ...v.entriesFromList(
    ["leads", "notes", "deliveries", "mailFiles"],
    v.number(),
  ),
});
export type Receipt = v.InferOutput<typeof ReceiptSchema>;

/** What the latest form did. The page that follows shows this. */
export const DeedSchema = v.object({
  what: v.picklist([...MARKING_DEEDS, ...OTHER_DEEDS]),
  back: BackSchema,
  /** The number of leads. A missing number means 1. */
  count: v.optional(v.number()),
  /**
   * What *Undo* sends: the `tickOf` of each
   * lead, with the version that the mark made.
   */
  undo: v.optional(v.array(v.string())),
  /** The machine that wrote the published words. */
  machine: maybeText,
  /** What an erasure deleted: when, and how many of each. */
  receipt: v.optional(ReceiptSchema),
  /** What was typed into a call's form that was refused. */
  typed: v.optional(v.record(v.string(), v.string())),
});
export type Deed = v.InferOutput<typeof DeedSchema>;

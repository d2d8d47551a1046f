import * as v from "valibot";
import {
  MARKING_DEEDS,
  OTHER_DEEDS,
} from "../../contract/inbox/inbox-names.ts";

export const BackSchema = v.pipe(v.string(), v.regex(/^\/inbox(?:[/?#]|$)/));

/** What the latest form did. The page that follows shows this. */
export const DeedSchema = v.object({
  what: v.picklist([...MARKING_DEEDS, ...OTHER_DEEDS]),
  back: BackSchema,
  /** The number of leads. A missing number means 1. */
  count: v.optional(v.number()),
  /** What *Undo* sends: the `tickOf` of each lead, with the version that the mark made. */
  undo: v.optional(v.array(v.string())),
});
export type Deed = v.InferOutput<typeof DeedSchema>;

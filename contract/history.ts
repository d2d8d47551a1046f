/** The history of a lead: what the agency or the visitor changed. Times are ISO 8601 in UTC. */
import * as v from "valibot";
import { OUTCOMES } from "./outcome.ts";

export const CHANGES = [
  "answered",
  "reopened",
  ...OUTCOMES,
  "note",
  "note-corrected",
  "taken",
  "given-back",
  "follow-up",
  "corrected",
  "call-booked",
  "call-moved",
  "call-cancelled",
  "call-coming",
  "call-missed",
  "deleted",
] as const;

export const ChangeSchema = v.object({
  kind: v.picklist(CHANGES),
  changedAt: v.string(),
  /** Address of the sign-in, or `VISITOR`; undefined for the command line and for links in mails. */
  author: v.optional(v.string()),
  startsAt: v.optional(v.string()),
  /** Why the visitor canceled the call, as typed; what a lead was corrected to; the day of a follow-up, if one is set. */
  reason: v.optional(v.string()),
});
export type Change = v.InferOutput<typeof ChangeSchema>;

/** A change that was not made, because the lead had changed since its page was shown. */
export interface Stale {
  kind: "stale";
  leadId: string;
  name: string;
  version: number;
  wanted: Change;
  /** Changes that the page did not show, the latest first. */
  changes: Change[];
}

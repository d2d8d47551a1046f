/** The schema of the scheduling page's text. */
import * as v from "valibot";
import { BOOKING_STATES } from "../../contract/booking.ts";
import { NO_BOARD, SCHEDULE_NOTICES } from "../../contract/page.ts";
import { naming, says, sentence } from "../../contract/placeholders.ts";

export const schedulePage = v.object({
  ...says(
    "heading",
    "lead",
    "boardHeading",
    "zoneLabel",
    "full",
    "taken",
    "hint",
    "take",
    "earlier",
    "later",
  ),
  ...says("otherwise", "toForm", "few", "gone", "otherTime", "nearest", "phone"),
  ...says("stamp", "mailed", "download", "moveHeading", "move", "cancel", "cancelAsk", "cancelYes", "again"),
  facts: v.pipe(v.array(sentence()), v.readonly()),
  next: v.pipe(v.array(sentence()), v.readonly()),
  none: v.object(v.entriesFromList(NO_BOARD, v.object(says("heading", "text")))),
  movedFrom: naming("time"),
  ours: naming("time"),
  weCall: naming("number"),
  states: v.object(says(...BOOKING_STATES, "over")),
  notices: v.object(says(...SCHEDULE_NOTICES)),
});

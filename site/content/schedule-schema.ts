/** The schema of the scheduling page's text. */
import * as v from "valibot";
import { BOOKING_STATES } from "../../contract/booking.ts";
import { SCHEDULE_NOTICES } from "../../contract/page.ts";
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
  ...says(
    "otherwise",
    "toForm",
    "emptyHeading",
    "empty",
    "unreadableHeading",
    "gone",
    "otherTime",
    "nearest",
  ),
  ...says(
    "phone",
    "stamp",
    "mailed",
    "download",
    "moveHeading",
    "move",
    "cancel",
    "cancelAsk",
    "cancelYes",
    "again",
  ),
  facts: v.pipe(v.array(sentence()), v.readonly()),
  ours: naming("time"),
  weCall: naming("number"),
  states: v.object(says(...BOOKING_STATES, "over")),
  notices: v.object(says(...SCHEDULE_NOTICES)),
});

/** What the words of the scheduling page must be. */
import * as v from "valibot";
import { BOOKING_STATES } from "../../contract/booking.ts";
import { SCHEDULE_NOTICES } from "../../contract/page.ts";
import { naming, says } from "../../contract/words.ts";

export const schedulePage = v.object({
  ...says("heading", "lead", "empty", "toForm", "zoneLabel", "showZone", "earlier", "later", "otherTime"),
  ...says("nearest", "phone", "mailed", "moveHeading", "move", "cancel", "download", "again"),
  ours: naming("time"),
  weCall: naming("number"),
  states: v.object(says(...BOOKING_STATES, "over")),
  notices: v.object(says(...SCHEDULE_NOTICES)),
});

/** What each view of the scheduling page is given. */
import type { ScheduleState } from "../../../contract/page.ts";
import type { ScheduleContent } from "../../page-content.ts";

export type View<Name extends ScheduleState["view"]> = {
  schedule: Extract<ScheduleState, { view: Name }>;
  content: ScheduleContent;
};

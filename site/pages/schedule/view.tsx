/** Properties that each view of the scheduling page gets, and the label of a chosen time. */
import type { ScheduleState } from "../../../contract/page.ts";
import type { ScheduleContent } from "../../page-content.ts";
import type { Content } from "../../content/schema.ts";
import css from "./schedule.module.css";
import { dayIn, oursIn, timeIn, zoneNameIn } from "./times.ts";

export type View<Name extends ScheduleState["view"]> = {
  schedule: Extract<ScheduleState, { view: Name }>;
  content: ScheduleContent & (Name extends "call" ? Pick<Content, "confirmation"> : unknown);
};

type Chosen = Pick<View<"form">["schedule"], "startsAt" | "zone" | "agencyZone">;

/** In the visitor's zone, which is named, and in the agency's. Engines name a few zones differently. */
export function Moment({
  startsAt,
  zone,
  agencyZone,
  content,
}: Chosen & { content: Pick<ScheduleContent, "schedulePage"> }) {
  const ours = content.schedulePage.ours.replace("{time}", oursIn(startsAt, agencyZone, zone));
  return (
    <p className={css.moment}>
      <time dateTime={startsAt} suppressHydrationWarning>
        {dayIn(startsAt, zone)}, {timeIn(startsAt, zone, false)}
      </time>{" "}
      <span suppressHydrationWarning>
        {zoneNameIn(startsAt, zone)}
        {zone !== agencyZone && `, ${ours}`}
      </span>
    </p>
  );
}

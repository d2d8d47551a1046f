import { fillIn } from "../../../contract/content/fill-in.ts";
import { HOUR_MS } from "../../../contract/durations.ts";
import { inZone, partsOf } from "../../../contract/locale/in-zone.ts";
import type { ScheduleTexts } from "../../page-content.ts";

const DAWN = 5;

export function partOfDay(hour: number): keyof ScheduleTexts["parts"] {
  if (hour < DAWN) return "night";
  if (hour < 12) return "morning";
  return hour < 17 ? "afternoon" : "evening";
}

/**
 * `Saturday morning`. The hours after midnight
 * are of the night that began the day before.
 */
export function roughTime(
  iso: string,
  timeZone: string,
  { kept, locale }: Pick<ScheduleTexts, "kept" | "locale">,
): string {
  const part = partOfDay(inZone(iso, timeZone, locale).hour);
  const at = Date.parse(iso) - (part === "night" ? DAWN * HOUR_MS : 0);
  const [weekday] = partsOf(at, locale.tag, { timeZone, weekday: "long" });
  return fillIn(kept.by[part], { day: weekday?.value ?? "" });
}

/** The occurrences of a series that are removed or replaced, in whatever way they are written. */
import { DAY_MS } from "../../../contract/durations.ts";
import { instantOf, type Time } from "./values.ts";
import { UTC } from "./zone.ts";

const dayOf = (wall: number) => Math.floor(wall / DAY_MS);

/** They meet by the day where either is a date, by the wall clock where they name no zone, else by the instant. */
export class ExceptionTimes {
  readonly #days = new Set<number>();
  readonly #walls = new Set<number>();
  readonly #instants = new Set<number>();

  /** @param series the start of the series */
  constructor(times: readonly Time[], series: Time) {
    for (const time of times) {
      if (time.isDate || series.isDate) this.#days.add(dayInSeries(time, series));
      else if (time.isFloating) this.#walls.add(time.wall);
      else this.#instants.add(instantOf(time));
    }
  }

  /** @param instant of the occurrence, in milliseconds since 1970 */
  has({ wall }: Time, instant: number): boolean {
    return this.#instants.has(instant) || this.#walls.has(wall) || this.#days.has(dayOf(wall));
  }
}

/** Midnight in UTC is how some programs write a day; any other instant is on a day of the series' zone. */
function dayInSeries(time: Time, { zone }: Time): number {
  const isDay = time.isDate || time.isFloating || (time.zone === UTC && time.wall % DAY_MS === 0);
  const instant = instantOf(time);
  return dayOf(isDay ? time.wall : instant + (instant - zone.instantOf(instant)));
}

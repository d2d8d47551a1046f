/** A zone translates the wall clock of a place into instants. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";

export interface Zone {
  /** As an operator reads it: an IANA name, an offset, or where it is described. */
  label: string;
  /** Whether its name says nothing, or not enough. */
  isGuess: boolean;
  /**
   * @param wall the wall clock in milliseconds, as if it were in UTC
   * @returns milliseconds since 1970; in a gap by the offset before it, in an overlap the first (RFC 5545, 3.3.5)
   */
  instantOf: (wall: number) => number;
}

/** The wall clock of a zone at an instant. */
export function wallAt({ instantOf }: Zone, instant: number): number {
  const near = instant + instant - instantOf(instant);
  return near + instant - instantOf(near);
}

/** @param offset from UTC, in milliseconds @param label like `+01:00` */
export const fixedZone = (offset: number, label: string): Zone => ({
  label,
  isGuess: false,
  instantOf: (wall) => wall - offset,
});

export const UTC = fixedZone(0, "UTC");

const SLOT_MS = 15 * MINUTE_MS;

/** @param name an IANA name that the platform has. Its offsets are kept: clocks change at a quarter of an hour. */
export function platformZone(name: string): Zone {
  const offsets = new Map<number, number>();
  const offsetAt = (wall: number) => {
    const instant = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC");
    return wall - instant.toPlainDateTime().toZonedDateTime(name).epochMilliseconds;
  };
  return {
    label: name,
    isGuess: false,
    instantOf: (wall) => {
      const slot = Math.floor(wall / SLOT_MS);
      return wall - offsets.getOrInsertComputed(slot, () => offsetAt(slot * SLOT_MS));
    },
  };
}

/** Milliseconds of `+0100`, `-05:30` or `+01`; not a number for what is no offset. */
export function readOffset(text: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /^([+-]?)(\d\d?)(?::?(\d\d))?(?::?(\d\d))?$/.exec(text.trim()) ?? [];
  if (sign === undefined || Number(hours) > 15) return NaN;
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === "-" ? -ms : ms;
}

/** A zone translates the wall clock of a place into instants. */
import { MINUTE_MS } from "../../../contract/durations.ts";

export interface Zone {
  /** An IANA name, an offset, or where it is described. */
  label: string;
  isGuess: boolean;
  /** Of a wall clock as if in UTC. In a gap by the offset before it, in an overlap the first (RFC 5545, 3.3.5). */
  instantOf: (wall: number) => number;
}

/** The wall clock of a zone at an instant. */
export function wallAt({ instantOf }: Zone, instant: number): number {
  const near = instant + instant - instantOf(instant);
  return near + instant - instantOf(near);
}

export const fixedZone = (offset: number, label: string): Zone => ({
  label,
  isGuess: false,
  instantOf: (wall) => wall - offset,
});

export const UTC = fixedZone(0, "UTC");

const SLOT_MS = 15 * MINUTE_MS;

/** Its offsets are kept: clocks change at a quarter of an hour. */
export function platformZone(name: string): Zone {
  const offsets = new Map<number, number>();
  const offsetAt = (wall: number) => {
    const instant = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC");
    return wall - instant.toPlainDateTime().toZonedDateTime(name).epochMilliseconds;
  };
  const instantOf = (wall: number) => {
    const slot = Math.floor(wall / SLOT_MS);
    return wall - offsets.getOrInsertComputed(slot, () => offsetAt(slot * SLOT_MS));
  };
  return { label: name, isGuess: false, instantOf };
}

/** A zone as a `VTIMEZONE` of the calendar describes it. RFC 5545, 3.6.5. */
import { DAY_MS } from "../../../contract/durations.ts";
import type { Lines } from "./content-lines.ts";
import { expandRule, readRule, type Budget } from "./rules.ts";
import { readProperty, readTime } from "./values.ts";
import { readOffset, UTC, type Zone } from "./zone.ts";

/** When the clock changes, by the wall clock before, and the offsets before and after, in milliseconds. */
interface Change {
  wall: number;
  from: number;
  to: number;
}

/** `STANDARD` or `DAYLIGHT`: a change, and the rules and dates of its repetition. */
type Observance = NonNullable<ReturnType<typeof readObservance>>;

/**
 * @param year of the window: the changes around it are computed at once
 * @returns a guess where a part of it cannot be read, and undefined where nothing of it can be used
 */
export function describedZone(lines: Lines, year: number, budget: Budget): Zone | undefined {
  const begins = lines.flatMap((line, at) => (at > 0 && /^BEGIN:/i.test(line) ? at : []));
  const written = begins.map((at, index) => readObservance(lines.slice(at + 1, begins[index + 1])));
  const usable = written.filter((one) => one !== undefined).toSorted((a, b) => a.wall - b.wall);
  const [first] = usable;
  const years = new Map<number, readonly Change[]>();
  const changesUntil = (last: number) =>
    years.getOrInsertComputed(last, () => changesAround(last, usable, budget));

  function offsetAt(wall: number): number {
    const change = changesUntil(new Date(wall).getUTCFullYear()).findLast((one) => one.wall <= wall);
    if (!change) return first?.from ?? 0;
    const isInGap = wall < change.wall + (change.to - change.from);
    return isInGap ? change.from : change.to;
  }

  try {
    for (const one of [year - 1, year, year + 1]) changesUntil(one);
  } catch {
    return undefined;
  }
  const isGuess = usable.length < written.length;
  return first && { label: "described in the calendar", isGuess, instantOf: (wall) => wall - offsetAt(wall) };
}

/** @returns undefined without a start or an offset, or with a rule that is none */
function readObservance(lines: Lines) {
  const properties = lines.map(readProperty);
  const all = (name: string) => properties.filter((one) => one.name === name).map(({ value }) => value);
  const offset = (name: string) => readOffset(all(name)[0] ?? "");
  const start = readTime(all("DTSTART")[0] ?? "", UTC);
  const to = offset("TZOFFSETTO");
  const from = Number.isNaN(offset("TZOFFSETFROM")) ? to : offset("TZOFFSETFROM");
  const rules = all("RRULE").map(readRule);
  const readable = rules.filter((rule) => rule !== undefined);
  if (!start || Number.isNaN(to) || readable.length < rules.length) return undefined;
  const added = all("RDATE").flatMap((dates) => dates.split(","));
  return {
    wall: start.wall,
    from,
    to,
    rules: readable,
    added: added.flatMap((date) => readTime(date, UTC)?.wall ?? []),
  };
}

const YEAR_MS = 366 * DAY_MS;

/** The changes of a year and the one before, sorted, with those further back that no rule repeats. */
function changesAround(year: number, all: readonly Observance[], budget: Budget): readonly Change[] {
  const [begin, end] = [Date.UTC(year - 1, 0), Date.UTC(year + 1, 0)];
  const changes = all.flatMap(({ wall: start, from, to, rules, added }) => {
    const repeated = rules.flatMap(({ text, until = "" }) => {
      const last = (readTime(until, UTC)?.wall ?? Infinity) + from;
      // The last change of a rule that has ended may still count.
      return expandRule(text, start, Math.min(begin, last - YEAR_MS), Math.min(end, last), budget);
    });
    const walls = [start, ...added, ...repeated].filter((wall) => wall < end);
    return walls.map((wall) => ({ wall, from, to }));
  });
  return changes.toSorted((a, b) => a.wall - b.wall);
}

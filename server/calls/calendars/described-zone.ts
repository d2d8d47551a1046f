/** A zone as a `VTIMEZONE` of the calendar describes it. RFC 5545, 3.6.5. */
import { DAY_MS } from "../../../contract/durations.ts";
import type { Lines } from "./content-lines.ts";
import type { Look } from "./read-in-thread.ts";
import { expandRule, readRule, type Budget } from "./rules.ts";
import { attempt, readProperty, readTime } from "./values.ts";
import { readOffset, UTC, type Zone } from "./zone.ts";

/** `STANDARD` or `DAYLIGHT`: a change of the clock, and the rules and dates of its repetition. */
type Observance = NonNullable<ReturnType<typeof readObservance>>;

const YEAR_MS = 366 * DAY_MS;
/** Whether a series began an hour earlier ten years ago matters to no call. */
const YEARS_BEFORE = 10;

/** @returns a guess where a part of it cannot be read, and undefined where nothing of it can be used */
export function describedZone(lines: Lines, look: Look, budget: Budget): Zone | undefined {
  const begins = lines.flatMap((line, at) => (at > 0 && /^BEGIN:/i.test(line) ? at : []));
  const written = begins.map((at, index) => readObservance(lines.slice(at + 1, begins[index + 1])));
  const usable = written.filter((one) => one !== undefined).toSorted((a, b) => a.start - b.start);
  const changes = attempt(() => changesOf(usable, look, budget));
  const before = usable[0]?.from;
  if (!changes || before === undefined) return undefined;

  function instantOf(wall: number): number {
    const change = changes?.findLast((one) => one.wall <= wall);
    if (!change) return wall - (before ?? 0);
    const isInGap = wall < change.wall + (change.to - change.from);
    return wall - (isInGap ? change.from : change.to);
  }
  return { label: "described in the calendar", isGuess: usable.length < written.length, instantOf };
}

/** @returns undefined without a start or an offset, or with a rule that is none */
function readObservance(lines: Lines) {
  const properties = lines.map(readProperty);
  const all = (name: string) => properties.filter((one) => one.name === name).map(({ value }) => value);
  const offset = (name: string) => readOffset(all(name)[0] ?? "");
  const start = readTime(all("DTSTART")[0] ?? "", UTC)?.wall;
  const to = offset("TZOFFSETTO");
  const from = Number.isNaN(offset("TZOFFSETFROM")) ? to : offset("TZOFFSETFROM");
  const rules = all("RRULE").map(readRule);
  const readable = rules.filter((rule) => rule !== undefined);
  if (start === undefined || Number.isNaN(to) || readable.length < rules.length) return undefined;
  const dates = all("RDATE").flatMap((value) => value.split(","));
  const added = dates.flatMap((date) => readTime(date, UTC)?.wall ?? []);
  return { start, from, to, rules: readable, added };
}

/** By the wall clock before each change, sorted. @throws {Error} for a rule that cannot be expanded */
function changesOf(all: readonly Observance[], { from: begin, until: end }: Look, budget: Budget) {
  const changes = all.flatMap(({ start, from, to, rules, added }) => {
    const repeated = rules.flatMap(({ text, until = "" }) => {
      const last = (readTime(until, UTC)?.wall ?? Infinity) + from;
      // The last change of a rule that has ended may still count.
      const first = Math.min(begin - YEARS_BEFORE * YEAR_MS, last - YEAR_MS);
      return expandRule(text, start, first, Math.min(end + YEAR_MS, last), budget);
    });
    return [start, ...added, ...repeated].map((wall) => ({ wall, from, to }));
  });
  return changes.toSorted((a, b) => a.wall - b.wall);
}

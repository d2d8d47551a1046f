/** A zone as a `VTIMEZONE` of the calendar describes it. RFC 5545, 3.6.5. */
import { DAY_MS } from "../../../contract/durations.ts";
import type { Component } from "./content-lines.ts";
import type { Look } from "./read-in-thread.ts";
import { expandRule, readRule, type Budget } from "./rules.ts";
import { attempt, readOffset, readTime, valueIn, valuesIn } from "./values.ts";
import { UTC, type Zone } from "./zone.ts";

type Observance = NonNullable<ReturnType<typeof readObservance>>;

const YEAR_MS = 366 * DAY_MS;
/** Whether a series began an hour earlier ten years ago matters to no call. */
const YEARS_BEFORE = 10;

/** @returns a guess where a part of it cannot be read, and undefined where nothing of it can be used */
export function describedZone({ parts }: Component, look: Look, budget: Budget): Zone | undefined {
  const observances = parts.map(readObservance);
  const usable = observances.filter((one) => one !== undefined).toSorted((a, b) => a.start - b.start);
  const changes = attempt(() => changesOf(usable, look, budget));
  const before = usable[0]?.from;
  if (!changes || before === undefined) return undefined;

  function instantOf(wall: number): number {
    const change = changes?.findLast((one) => one.wall <= wall);
    if (!change) return wall - (before ?? 0);
    const isInGap = wall < change.wall + (change.to - change.from);
    return wall - (isInGap ? change.from : change.to);
  }
  const isGuess = !observances.every((one) => one?.isWhole);
  return { label: "described in the calendar", isGuess, instantOf };
}

/** Of `STANDARD` or `DAYLIGHT`. @returns undefined without a start or an offset */
function readObservance({ lines }: Component) {
  const start = readTime(valueIn(lines, "DTSTART"), UTC)?.wall;
  const to = readOffset(valueIn(lines, "TZOFFSETTO"));
  const before = readOffset(valueIn(lines, "TZOFFSETFROM"));
  if (start === undefined || Number.isNaN(to)) return undefined;
  const rules = valuesIn(lines, "RRULE").map(readRule);
  const dates = valuesIn(lines, "RDATE").flatMap((value) => value.split(",").filter((date) => date !== ""));
  const added = dates.map((date) => readTime(date.replace(/\/.*/, ""), UTC)?.wall);
  const isWhole = ![...rules, ...added].includes(undefined);
  return { start, from: Number.isNaN(before) ? to : before, to, rules, added, isWhole };
}

/** By the wall clock before each change, sorted. @throws {Error} for a rule that cannot be expanded */
function changesOf(all: readonly Observance[], { from: begin, until: end }: Look, budget: Budget) {
  const changes = all.flatMap(({ start, from, to, rules, added }) => {
    const repeated = rules.flatMap((rule) => {
      if (!rule) return [];
      const last = (readTime(rule.until ?? "", UTC)?.wall ?? Infinity) + from;
      // The last change of a rule that has ended may still count.
      const first = Math.min(begin - YEARS_BEFORE * YEAR_MS, last - YEAR_MS);
      return expandRule(rule.text, start, first, Math.min(end + YEAR_MS, last), budget);
    });
    return [start, ...added, ...repeated].flatMap((wall) => (wall === undefined ? [] : { wall, from, to }));
  });
  return changes.toSorted((a, b) => a.wall - b.wall);
}

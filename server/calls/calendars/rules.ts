/** Recurrence rules on a clock: `rrule-temporal` sees every time as if it were in UTC. */
import { RRuleTemporal } from "rrule-temporal";
import { DAY_MS } from "../../../contract/durations.ts";

export type Rule = NonNullable<ReturnType<typeof readRule>>;

/** The steps of one rule: daily for 54 years takes as many, and half a second at most. */
const MAX_STEPS = 20_000;
/** More than three an hour over two months nobody attends. */
const MAX_TIMES = 5_000;
/** A rule with all hours, minutes, seconds and days of a year. */
const MAX_LETTERS = 2_500;

/** Of the processor's time: on a busy machine rules must not lose their times. */
export interface Budget {
  leftMs: number;
}

const spentMs = () => process.threadCpuUsage().user / 1000;

const BELOW_A_DAY = /^(?:HOUR|MINUTE|SECOND)LY$/;
const NUMBERS = /[+-]?\d+/g;
/** The parts of a rule. If one has numbers, the lowest and the highest. RFC 5545, 3.3.10. */
const PARTS = new Map<string, readonly [lowest: number, highest: number] | "words">([
  ["FREQ", "words"],
  ["WKST", "words"],
  ["RSCALE", "words"],
  ["SKIP", "words"],
  ["COUNT", [1, Infinity]],
  ["INTERVAL", [1, Infinity]],
  ["BYSECOND", [0, 60]],
  ["BYMINUTE", [0, 59]],
  ["BYHOUR", [0, 23]],
  // Few years have a 53rd Monday, and the library goes on into the next.
  ["BYDAY", [-52, 52]],
  ["BYMONTH", [1, 12]],
  ["BYMONTHDAY", [-31, 31]],
  ["BYYEARDAY", [-366, 366]],
  ["BYWEEKNO", [-53, 53]],
  ["BYSETPOS", [-366, 366]],
]);

/** @returns undefined for what is no rule */
export function readRule(value: string) {
  const written = value.toUpperCase().replaceAll(/\s/g, "").split(";");
  const pairs = written.filter((part) => !/^$|=$|^INTERVAL=0+$/.test(part)).map((part) => part.split("="));
  const parts = new Map(pairs.map(([name = "", ...values]) => [name, values.join("=")]));
  const frequency = parts.get("FREQ");
  if (frequency === undefined || Number(parts.get("COUNT")) === 0 || value.length > MAX_LETTERS)
    return undefined;
  // Only a month or a year has a second Tuesday.
  const days = parts.get("BYDAY");
  if (days && !/^(?:MONTH|YEAR)LY$/.test(frequency)) parts.set("BYDAY", days.replaceAll(NUMBERS, ""));
  const isBelowADay = BELOW_A_DAY.test(frequency);
  const known = [...parts].filter(([name]) => PARTS.has(name));
  const text = known.map((part) => part.join("=")).join(";");
  return {
    /** Without its `UNTIL`, which the caller compares as an instant, and without parts that no standard has. */
    text,
    until: parts.get("UNTIL"),
    isDoubtful: pairs.length > parts.size || isDoubtful(parts),
    /** Whether it may take many steps, so that the rules of other events come first. */
    isCostly: isBelowADay || /BYMINUTE|BYSECOND|COUNT=\d{4}/.test(text),
    /** Whether it goes on by hours that pass, not by the wall clock. */
    isElapsed: isBelowADay && !text.includes("BY"),
  };
}

/** The library leaves such parts and numbers out, and with them times. */
function isWrong([name, value]: readonly [string, string]): boolean {
  const range = PARTS.get(name);
  if (range === "words") return false;
  if (!range) return !/^(?:UNTIL$|X-)/.test(name);
  const [lowest, highest] = range;
  const numbers = name === "BYDAY" ? (value.match(NUMBERS) ?? []) : value.split(",");
  const isRight = (number: number) =>
    Number.isInteger(number) && number >= lowest && number <= highest && (number !== 0 || lowest === 0);
  return !numbers.map(Number).every(isRight);
}

/** What calendar programs and libraries expand in different ways. */
function isDoubtful(parts: ReadonlyMap<string, string>): boolean {
  const has = (name: string) => parts.has(name);
  const days = parts.get("BYDAY") ?? "";
  const frequency = parts.get("FREQ") ?? "";
  return (
    [...parts].some(isWrong) ||
    ["BYWEEKNO", "BYYEARDAY", "BYMONTHDAY"].filter(has).length > 1 ||
    (has("BYWEEKNO") && (has("INTERVAL") || !days || /\d/.test(days))) ||
    (has("BYYEARDAY") && has("BYDAY")) ||
    // Without a month some programs take each month, some that of the start.
    (frequency === "YEARLY" && has("BYMONTHDAY") && !has("BYMONTH")) ||
    // Hours that pass or the wall clock, once the clock has changed.
    (BELOW_A_DAY.test(frequency) && has("INTERVAL")) ||
    (parts.get("RSCALE") ?? "GREGORIAN") !== "GREGORIAN" ||
    (parts.get("SKIP") ?? "OMIT") !== "OMIT"
  );
}

/**
 * Times are in milliseconds on the clock of the rule, sorted.
 * @throws {Error} for an invalid rule, one with too many times, and one that takes too many steps or the budget
 */
export function expandRule(
  rule: string,
  start: number,
  from: number,
  until: number,
  budget: Budget,
): number[] {
  if (budget.leftMs <= 0) throw new RangeError("The rules of this calendar take too long.");
  const begun = spentMs();
  try {
    const expanded = new RRuleTemporal({
      rruleString: withoutIdleCount(rule, (until - start) / DAY_MS + 1),
      dtstart: Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO("UTC"),
      maxIterations: MAX_STEPS,
      maxCandidateEvaluations: MAX_STEPS,
      cache: false,
    });
    const times = expanded.between(new Date(from), new Date(until), true);
    if (times.length > MAX_TIMES) throw new RangeError("Nobody attends so many events.");
    return times.map((time) => time.epochMilliseconds);
  } finally {
    budget.leftMs -= spentMs() - begun;
  }
}

/** Removes a count that the window does not reach: to count, the library steps through all years. */
function withoutIdleCount(rule: string, days: number): string {
  if (/FREQ=(?:HOUR|MINUTE|SECOND)LY|BYHOUR|BYMINUTE|BYSECOND/.test(rule)) return rule;
  return rule.replace(/;?COUNT=(\d+)/, (part, count: string) => (Number(count) > days ? "" : part));
}

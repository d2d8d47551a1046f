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

/** The processor's time that rules may take together: on a busy machine they must not lose their times. */
export interface Budget {
  leftMs: number;
}

const spentMs = () => process.threadCpuUsage().user / 1000;

const KNOWN_PART = /^(?:FREQ|INTERVAL|COUNT|BY[A-Z]+|WKST|RSCALE|SKIP)=./;
const BELOW_A_DAY = /FREQ=(?:HOUR|MINUTE|SECOND)LY/;
/** The lowest and the highest number of each part. RFC 5545, 3.3.10. */
const RANGES = new Map<string, readonly [lowest: number, highest: number]>([
  ["COUNT", [1, Infinity]],
  ["INTERVAL", [1, Infinity]],
  ["BYSECOND", [0, 60]],
  ["BYMINUTE", [0, 59]],
  ["BYHOUR", [0, 23]],
  ["BYMONTH", [1, 12]],
  ["BYMONTHDAY", [-31, 31]],
  ["BYYEARDAY", [-366, 366]],
  ["BYWEEKNO", [-53, 53]],
  ["BYSETPOS", [-366, 366]],
]);

/** Leaves out parts that no standard has, as calendar programs do. @returns undefined for what is no rule */
export function readRule(value: string) {
  const parts = value.toUpperCase().replaceAll(/\s/g, "").split(";");
  const valueOf = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const frequency = valueOf("FREQ");
  if (frequency === undefined || Number(valueOf("COUNT")) === 0 || value.length > MAX_LETTERS)
    return undefined;
  // Only a month or a year has a second Tuesday.
  const plainDays = /^(?:MONTH|YEAR)LY$/.test(frequency) ? /(?!)/ : /(?<=^BYDAY=.*)[+-]?\d+/g;
  const text = parts
    .filter((part) => KNOWN_PART.test(part) && !/^INTERVAL=0*$/.test(part))
    .map((part) => part.replace(plainDays, ""))
    .join(";");
  return {
    /** Without its `UNTIL`, which the caller compares as an instant. */
    text,
    until: valueOf("UNTIL"),
    isDoubtful: isDoubtful(text),
    /** Whether it may take many steps, so that the rules of other events come first. */
    isCostly: BELOW_A_DAY.test(text) || /BYMINUTE|BYSECOND|COUNT=\d{4}/.test(text),
    /** Whether it goes on by hours that pass, not by the wall clock. */
    isElapsed: BELOW_A_DAY.test(text) && !text.includes("BY"),
  };
}

/** The library leaves such numbers out, and with them times. */
function hasWrongNumber(part: string): boolean {
  const [name = "", values = ""] = part.split("=");
  const [lowest, highest] = RANGES.get(name) ?? [-Infinity, Infinity];
  const isRight = (value: number) =>
    Number.isInteger(value) && value >= lowest && value <= highest && (value !== 0 || lowest === 0);
  return RANGES.has(name) && !values.split(",").map(Number).every(isRight);
}

/** What calendar programs and libraries expand in different ways. */
function isDoubtful(rule: string): boolean {
  const has = (part: string) => rule.includes(`${part}=`);
  const dayParts = ["BYWEEKNO", "BYYEARDAY", "BYMONTHDAY"].filter(has);
  const hasNumberedDays = /BYDAY=[^;]*\d/.test(rule);
  return (
    rule.split(";").some(hasWrongNumber) ||
    dayParts.length > 1 ||
    (has("BYWEEKNO") && (has("INTERVAL") || !has("BYDAY"))) ||
    ((has("BYWEEKNO") || has("BYYEARDAY")) && hasNumberedDays) ||
    // Without a month some programs take each month, some that of the start.
    (rule.includes("FREQ=YEARLY") && has("BYMONTHDAY") && !has("BYMONTH")) ||
    // Hours that pass or the wall clock, once the clock has changed.
    (BELOW_A_DAY.test(rule) && has("INTERVAL")) ||
    /RSCALE=(?!GREGORIAN)|SKIP=(?!OMIT)|[=,][+-]?0+[A-Z]/.test(rule)
  );
}

/**
 * @param start the first time on the clock of the rule, in milliseconds as if in UTC, as are all below
 * @returns the times of the rule from `from` to `until`, sorted
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
  if (BELOW_A_DAY.test(rule) || /BYHOUR|BYMINUTE|BYSECOND/.test(rule)) return rule;
  return rule.replace(/;?COUNT=(\d+)/, (part, count: string) => (Number(count) > days ? "" : part));
}

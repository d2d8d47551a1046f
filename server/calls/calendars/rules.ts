/** Recurrence rules on the wall clock: `rrule-temporal` sees every time as if it were in UTC. */
import { RRuleTemporal } from "rrule-temporal";
import { DAY_MS } from "../../../contract/durations.ts";

/** A rule without its `UNTIL`, which the caller compares as an instant. */
export interface Rule {
  text: string;
  until: string | undefined;
  /** Whether programs disagree about what it means, or some of its numbers mean nothing. */
  isDoubtful: boolean;
  /** Whether it may take many steps, so that the rules of other events come first. */
  isCostly: boolean;
}

/** The steps of one rule: daily for 54 years takes as many, and half a second at most. */
const MAX_STEPS = 20_000;

/** The processor's time that rules may take together: on a busy machine they must not lose their times. */
export interface Budget {
  leftMs: number;
}

const spentMs = () => process.threadCpuUsage().user / 1000;

const KNOWN_PART = /^(?:FREQ|INTERVAL|COUNT|BY[A-Z]+|WKST|RSCALE|SKIP)=./;
/** The smallest and the largest number of each part, beside its negative ones. RFC 5545, 3.3.10. */
const RANGES = new Map<string, readonly [smallest: number, largest: number]>([
  ["COUNT", [1, Infinity]],
  ["INTERVAL", [1, Infinity]],
  ["BYSECOND", [0, 60]],
  ["BYMINUTE", [0, 59]],
  ["BYHOUR", [0, 23]],
  ["BYMONTH", [1, 12]],
  ["BYMONTHDAY", [1, 31]],
  ["BYYEARDAY", [1, 366]],
  ["BYWEEKNO", [1, 53]],
  ["BYSETPOS", [1, 366]],
]);

/** Leaves out parts that no standard has, as calendar programs do. @returns undefined for what is no rule */
export function readRule(value: string): Rule | undefined {
  const parts = value.toUpperCase().replaceAll(/\s/g, "").split(";");
  const valueOf = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const frequency = valueOf("FREQ");
  if (frequency === undefined || Number(valueOf("COUNT")) === 0) return undefined;
  // Only a month or a year has a second Tuesday.
  const plainDays = /^(?:MONTH|YEAR)LY$/.test(frequency) ? /(?!)/ : /(?<=^BYDAY=.*)[+-]?\d+/g;
  const text = parts
    .filter((part) => KNOWN_PART.test(part) && !/^INTERVAL=0*$/.test(part))
    .map((part) => part.replace(plainDays, ""))
    .join(";");
  const isCostly = /FREQ=(?:SECOND|MINUTE|HOUR)LY|BYMINUTE|BYSECOND|COUNT=\d{4}/.test(text);
  return { text, until: valueOf("UNTIL"), isDoubtful: isDoubtful(text), isCostly };
}

/** The library leaves such numbers out, and with them times. */
function hasWrongNumber(part: string): boolean {
  const [name = "", values = ""] = part.split("=");
  const [smallest = -Infinity, largest = Infinity] = RANGES.get(name) ?? [];
  const isRight = (value: string) => {
    const size = Number(value.replace(/^[+-]/, ""));
    return size >= smallest && size <= largest;
  };
  return RANGES.has(name) && !values.split(",").every(isRight);
}

/** What calendar programs and libraries expand in different ways. */
function isDoubtful(rule: string): boolean {
  const has = (part: string) => rule.includes(`${part}=`);
  const dayParts = ["BYWEEKNO", "BYYEARDAY", "BYMONTHDAY"].filter(has);
  const hasNumberedDays = /BYDAY=[^;]*\d/.test(rule);
  const isYearly = rule.includes("FREQ=YEARLY");
  return (
    rule.split(";").some(hasWrongNumber) ||
    dayParts.length > 1 ||
    (has("BYWEEKNO") && (has("INTERVAL") || !has("BYDAY"))) ||
    ((has("BYWEEKNO") || has("BYYEARDAY")) && hasNumberedDays) ||
    // Without a month some programs take each month, some that of the start.
    (isYearly && has("BYMONTHDAY") && !has("BYMONTH")) ||
    /SKIP=(?!OMIT)|[=,][+-]?0+[A-Z]/.test(rule)
  );
}

/**
 * @param start the wall clock of the first time, in milliseconds as if in UTC, as are all below
 * @returns the times of the rule from `from` to `until`, sorted
 * @throws {Error} for an invalid rule, and for one that takes more than `MAX_STEPS` or the budget
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
    return times.map((time) => time.epochMilliseconds);
  } finally {
    budget.leftMs -= spentMs() - begun;
  }
}

/** Removes a count that the window does not reach: to count, the library steps through all years. */
function withoutIdleCount(rule: string, days: number): string {
  if (/(?:HOUR|MINUTE|SECOND)LY|BYHOUR|BYMINUTE|BYSECOND/.test(rule)) return rule;
  return rule.replace(/;?COUNT=(\d+)/, (part, count: string) => (Number(count) > days ? "" : part));
}

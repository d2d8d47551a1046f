/**
 * Expands rules with `rrule-temporal`, which
 * gets all wall times as if they were in UTC.
 */

import { RRuleTemporal } from "rrule-temporal";
import { DAY_MS } from "../../../contract/durations.ts";

/**
 * The most steps of one rule: 54 years of
 * days. They take at most half a second.
 */
const MAX_STEPS = 20_000;
const MAX_TIMES = 5_000;
/**
 * Enough letters for a rule with all hours,
 * minutes, seconds and days of a year.
 */
const MAX_LENGTH = 2_500;

/**
 * Processor time, not real time, so that no
 * rule loses its times on a busy machine.
 */
export interface Budget {
  leftMs: number;
}

const spentMs = () => process.threadCpuUsage().user / 1000;

const BELOW_A_DAY = /^(?:HOUR|MINUTE|SECOND)LY$/;
const HAS_ONE_VALUE = /^(?:FREQ|COUNT|INTERVAL|WKST|RSCALE|SKIP)$/;
/**
 * The lowest and the highest number in the
 * parts that list numbers. RFC 5545, 3.3.10.
 */
const RANGES = new Map<string, readonly [lowest: number, highest: number]>([
  ["BYSECOND", [0, 60]],
  ["BYMINUTE", [0, 59]],
  ["BYHOUR", [0, 23]],
  // Not 53: in a year without a 53rd Monday,
  // the library goes on into the next year.
  ["BYDAY", [-52, 52]],
  ["BYMONTH", [1, 12]],
  ["BYMONTHDAY", [-31, 31]],
  ["BYYEARDAY", [-366, 366]],
  ["BYWEEKNO", [-53, 53]],
  ["BYSETPOS", [-366, 366]],
]);

/**
 * Parts that mean nothing, and parts that mean
 * no end, like `COUNT=-1` or `UNTIL=19700101`.
 */
const MEANINGLESS = [
  /=$/,
  /^(?:COUNT|INTERVAL)=0+$/,
  /^COUNT=-/,
  /^UNTIL=(?:0|197001)/,
];

export function readRule(value: string) {
  const plain = value.toUpperCase().replaceAll(/[\s\\"]|RRULE:/g, "");
  const all = plain.match(/[^;]+/g) ?? [];
  const meant = all.filter(
    (part) => !MEANINGLESS.some((pattern) => pattern.test(part)),
  );
  const pairs = meant.map((part) => part.split("="));
  const parts = new Map(
    pairs.map(([name = "", ...values]) => [name, values.join("=")]),
  );
  const frequency = parts.get("FREQ");
  if (frequency === undefined || value.length > MAX_LENGTH) return undefined;
  const days = parts.get("BYDAY");
  const takesNumberedDays = /^(?:MONTH|YEAR)LY$/.test(frequency);
  if (days && !takesNumberedDays)
    parts.set("BYDAY", days.replaceAll(/[+-]?\d+(?=[A-Z])/g, ""));
  const readable = [...parts].filter(
    ([name]) => HAS_ONE_VALUE.test(name) || RANGES.has(name),
  );
  const text = readable.map((part) => part.join("=")).join(";");
  return {
    /**
     * The rule without unknown parts, and without
     * `UNTIL`, which callers compare as an instant.
     */
    text,
    until: parts.get("UNTIL"),
    isDoubtful: pairs.length > parts.size || hasDoubtfulParts(parts),
    isCostly:
      BELOW_A_DAY.test(frequency) || /BYMINUTE|BYSECOND|COUNT=\d{4}/.test(text),
  };
}

function isWrong([name, value]: readonly [string, string]): boolean {
  if (value === "") return true;
  const range = RANGES.get(name);
  if (/^(?:COUNT|INTERVAL)$/.test(name)) return !/^\d+$/.test(value);
  if (!range) return !HAS_ONE_VALUE.test(name) && !/^(?:UNTIL$|X-)/.test(name);
  const [lowest, highest] = range;
  const numbers =
    name === "BYDAY" ? (value.match(/[+-]?\d+/g) ?? []) : value.split(",");
  const written = lowest < 0 ? /^[+-]?0*[1-9]\d*$/ : /^\d+$/;
  const isWithin = (number: number) => number >= lowest && number <= highest;
  return !numbers.every((text) => written.test(text) && isWithin(Number(text)));
}

/**
 * Whether calendar programs disagree about
 * a part of the rule, or leave a part out.
 */
function hasDoubtfulParts(parts: ReadonlyMap<string, string>): boolean {
  const has = (name: string) => parts.has(name);
  const days = parts.get("BYDAY") ?? "";
  const frequency = parts.get("FREQ") ?? "";
  const lists = [...parts.keys()].filter((name) => name.startsWith("BY"));
  const kindsOfDays = ["BYWEEKNO", "BYYEARDAY", "BYMONTHDAY"].filter(has);
  const hasPlainDays = /^[A-Z,]+$/.test(days);
  const doubts = [
    [...parts].some(isWrong),
    kindsOfDays.length > 1,
    has("BYWEEKNO") && (frequency !== "YEARLY" || !hasPlainDays),
    has("BYWEEKNO") && (has("INTERVAL") || has("BYSETPOS")),
    has("BYYEARDAY") && /^(?:DAI|WEEK|MONTH)LY$/.test(frequency),
    has("BYYEARDAY") && has("BYDAY"),
    // With BYDAY=MO,-1FR, libraries leave out every Monday, or all times.
    /\d[A-Z]/.test(days) && /(?:^|,)[A-Z]/.test(days),
    has("BYSETPOS") && lists.length === 1,
    // Without BYMONTH, programs take the day in
    // each month, in the start's month, or never.
    has("BYMONTHDAY") && !has("BYMONTH") && /^(?:WEEK|YEAR)LY$/.test(frequency),
    // After a clock change, some programs count
    // hours that pass. Others follow the wall clock.
    has("INTERVAL") && BELOW_A_DAY.test(frequency),
    (parts.get("RSCALE") ?? "GREGORIAN") !== "GREGORIAN",
    (parts.get("SKIP") ?? "OMIT") !== "OMIT",
  ];
  return doubts.includes(true);
}

/**
 * @returns times like `start`, in ms @throws
 * {Error} beyond a limit, or for a wrong rule
 */
export function expandRule(
  rule: string,
  start: number,
  from: number,
  to: number,
  budget: Budget,
) {
  if (to < from || isOver(rule, (from - start) / DAY_MS)) return [];
  if (budget.leftMs <= 0)
    throw new RangeError("The rules of this calendar take too long.");
  const begun = spentMs();
  try {
    const expanded = new RRuleTemporal({
      rruleString: rule,
      dtstart:
        Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO("UTC"),
      maxIterations: MAX_STEPS,
      maxCandidateEvaluations: MAX_STEPS,
      cache: false,
    });
    const times = expanded.between(new Date(from), new Date(to), true);
    if (times.length > MAX_TIMES)
      throw new RangeError("Nobody attends so many events.");
    return times.map((time) => time.epochMilliseconds);
  } finally {
    budget.leftMs -= spentMs() - begun;
  }
}

/**
 * Whether a daily or weekly series has surely reached its
 * COUNT `days` after its start. The library would take 1 ms
 * to count, which is too long for thousands of such series.
 */
function isOver(rule: string, days: number): boolean {
  const [, count] = /COUNT=([^;]+)/.exec(rule) ?? [];
  const [, interval = "1"] = /INTERVAL=([^;]+)/.exec(rule) ?? [];
  const isRegular = /FREQ=(?:DAI|WEEK)LY/.test(rule) && !/BY(?!DAY)/.test(rule);
  return isRegular && (Number(count) + 1) * Number(interval) * 7 < days;
}

/** What missed calls could be worth. */

import { fillIn } from "../../../contract/content/fill-in.ts";

const WEEKS_A_MONTH = 52 / 12;

/**
 * A business misses `calls` a week. Of ten
 * callers, `booked` would book a job worth `job`.
 */
interface MissedCalls {
  calls: number;
  job: number;
  booked: number;
  /** An amount of money, such as `{amount} USD`. */
  money: string;
}

/** @param tag the language that numbers are written in */
export function worthOf(
  { calls, job, booked, money }: MissedCalls,
  tag: string,
) {
  // The page shows the amount as the product of the rounded numbers.
  const month = Math.round(calls * WEEKS_A_MONTH);
  const inMoney = (sum: number) =>
    fillIn(money, { amount: Math.round(sum).toLocaleString(tag) });
  return {
    calls: String(calls),
    month: String(month),
    job: inMoney(job),
    amount: inMoney((month * booked * job) / 10),
  };
}

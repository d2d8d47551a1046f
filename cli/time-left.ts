/** The time left to answer a lead: short, negative when it is overdue. */
import type { AnyOutcome } from "../contract/outcome.ts";
import { duration } from "../site/inbox/times.ts";

export interface Clock {
  dueAt: string;
  answeredAt?: string | undefined;
  outcome?: AnyOutcome | undefined;
}

/** `23 h 59 min`, `-2 d 3 h`, `answered`, or the outcome. @param now milliseconds since 1970 */
export function timeLeft({ dueAt, answeredAt, outcome }: Clock, now: number): string {
  if (outcome) return outcome;
  if (answeredAt !== undefined) return "answered";
  const left = Date.parse(dueAt) - now;
  return left < 0 ? `-${duration(-left)}` : duration(left);
}

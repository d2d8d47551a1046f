/** How long is left until a lead must be answered: short, with a minus when it is too late. */
import { duration } from "../site/inbox/times.ts";

export interface Clock {
  dueAt: string;
  answeredAt?: string | undefined;
}

/** `23 h 59 min`, `-2 d 3 h`, `answered`. @param now milliseconds since 1970 */
export function timeLeft({ dueAt, answeredAt }: Clock, now: number): string {
  if (answeredAt !== undefined) return "answered";
  const left = Date.parse(dueAt) - now;
  return left < 0 ? `-${duration(-left)}` : duration(left);
}

import { createLimits, type RateLimit } from "../http/rate-limit.ts";
import { createIsRepeated } from "./suspicion.ts";

export type VisitorMemory = ReturnType<typeof createVisitorMemory>;

/** What a process remembers of its visitors, also after the words of the site have changed. */
export function createVisitorMemory(settings: RateLimit, now: () => number) {
  return {
    /** How many requests in a row came through a proxy that hides its visitors. */
    seen: { hidden: 0 },
    limits: createLimits(settings),
    isRepeated: createIsRepeated(now),
  };
}

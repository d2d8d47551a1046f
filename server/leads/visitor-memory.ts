import { createLimits, type RateLimit } from "../http/rate-limit.ts";
import { createIsRepeated } from "./suspicion.ts";

export type VisitorMemory = ReturnType<typeof createVisitorMemory>;

/**
 * What a process remembers of its visitors, also
 * after the words of the site have changed.
 */
export function createVisitorMemory(settings: RateLimit, now: () => number) {
  return {
    /** Requests in a row whose visitor a proxy hid. */
    seen: { hidden: 0 },
    limits: createLimits(settings),
    isRepeated: createIsRepeated(now),
  };
}

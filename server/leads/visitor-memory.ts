import { createLimits, type RateLimit } from "../http/rate-limit.ts";
import { createIsRepeated } from "./suspicion.ts";

export type VisitorMemory = ReturnType<typeof createVisitorMemory>;

/** What a process remembers of its visitors, also after the words of the site have changed. */
export function createVisitorMemory(settings: RateLimit, now: () => number) {
  const counts = { accepted: 0, turnedAway: 0, withheld: 0, hidden: 0 };
  return {
    /** Leads stored, without test leads; turned away; confirmations withheld; requests whose visitor a proxy hid. */
    counts,
    limits: createLimits(settings, () => counts.turnedAway++),
    isRepeated: createIsRepeated(now),
  };
}

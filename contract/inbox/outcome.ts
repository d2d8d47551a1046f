export const OUTCOMES = ["booked", "won", "lost", "spam"] as const;

/** A person can choose these outcomes. Only a booked call sets `booked`. */
export const OUTCOMES_BY_HAND = ["won", "lost", "spam"] as const;

export const ALL_OUTCOMES = [...OUTCOMES, "suspected"] as const;

/** Whether the lead is or may be spam, so that nobody waits for the promised answer. */
export function needsNoAnswer(
  outcome: (typeof ALL_OUTCOMES)[number] | undefined,
): boolean {
  return outcome === "suspected" || outcome === "spam";
}

/** What people do not do. A lead with one of these signals waits for a member's judgment. */
const HOLDING_SIGNALS = ["unseen", "markup", "linkInName", "repeated"] as const;

/** Honest people also give these: browsers fill in forms, and an office shares a network. */
const MARKS = ["fast", "rate"] as const;

export const SPAM_SIGNALS = [...HOLDING_SIGNALS, ...MARKS] as const;
export type SpamSignal = (typeof SPAM_SIGNALS)[number];

/** Whether nothing is sent for a lead with these signals. Marks hold nothing, alone or together. */
export const isHeld = (signals: readonly SpamSignal[]): boolean =>
  HOLDING_SIGNALS.some((signal) => signals.includes(signal));

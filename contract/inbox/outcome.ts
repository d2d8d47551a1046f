/**
 * Outcomes that end the work on a lead. Each
 * has a list, and a button after a call.
 */
export const DECIDED_OUTCOMES = ["won", "lost"] as const;

/** What came of a lead, as a member says it. */
export const OUTCOMES = [...DECIDED_OUTCOMES, "spam"] as const;

/** `suspected` is the site's guess. */
export const ALL_OUTCOMES = [...OUTCOMES, "suspected"] as const;
export type Outcome = (typeof ALL_OUTCOMES)[number];

/** The lead is or may be spam, so that nobody waits for the promised answer. */
export const SPAM_OUTCOMES: readonly Outcome[] = ["spam", "suspected"];

export const needsNoAnswer = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && SPAM_OUTCOMES.includes(outcome);

/**
 * What people do not do. A lead with one of
 * these signals waits for a member's judgment.
 */
const HOLDING_SIGNALS = ["unseen", "markup", "linkInName", "repeated"] as const;

/** Honest people also give these: an office shares a network. */
const HONEST_SIGNALS = ["rate"] as const;

export const SPAM_SIGNALS = [...HOLDING_SIGNALS, ...HONEST_SIGNALS] as const;
export type SpamSignal = (typeof SPAM_SIGNALS)[number];

/**
 * Whether nothing is sent for a lead with
 * these signals. Honest signals hold nothing.
 */
export const isHeld = (signals: readonly SpamSignal[]): boolean =>
  HOLDING_SIGNALS.some((signal) => signals.includes(signal));

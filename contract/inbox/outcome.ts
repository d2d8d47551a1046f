export const OUTCOMES = ["booked", "won", "lost", "spam"] as const;

/** A person can choose these outcomes. Only a booked call sets `booked`. */
export const OUTCOMES_BY_HAND = ["won", "lost", "spam"] as const;

export const ALL_OUTCOMES = [...OUTCOMES, "suspected"] as const;
export type Outcome = (typeof ALL_OUTCOMES)[number];

interface Meaning {
  /** The lead is or may be spam, so that nobody waits for the promised answer. */
  mayBeSpam: boolean;
  /** Nobody has to get back to the lead. */
  isClosed: boolean;
  /** A booked call replaces the outcome. */
  mayBeBookedAgain: boolean;
}

const MEANINGS: Record<Outcome, Meaning> = {
  booked: { mayBeSpam: false, isClosed: false, mayBeBookedAgain: false },
  won: { mayBeSpam: false, isClosed: false, mayBeBookedAgain: false },
  lost: { mayBeSpam: false, isClosed: true, mayBeBookedAgain: true },
  spam: { mayBeSpam: true, isClosed: true, mayBeBookedAgain: false },
  suspected: { mayBeSpam: true, isClosed: true, mayBeBookedAgain: false },
};

const outcomesThat = (meaning: keyof Meaning): readonly Outcome[] =>
  ALL_OUTCOMES.filter((outcome) => MEANINGS[outcome][meaning]);

export const SPAM_OUTCOMES = outcomesThat("mayBeSpam");
export const CLOSED_OUTCOMES = outcomesThat("isClosed");
export const BOOKED_OVER_OUTCOMES = outcomesThat("mayBeBookedAgain");

export const needsNoAnswer = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && MEANINGS[outcome].mayBeSpam;

/** What people do not do. A lead with one of these signals waits for a member's judgment. */
const HOLDING_SIGNALS = ["unseen", "markup", "linkInName", "repeated"] as const;

/** Honest people also give these: browsers fill in forms, and an office shares a network. */
const MARKS = ["fast", "rate"] as const;

export const SPAM_SIGNALS = [...HOLDING_SIGNALS, ...MARKS] as const;
export type SpamSignal = (typeof SPAM_SIGNALS)[number];

/** Whether nothing is sent for a lead with these signals. Marks hold nothing, alone or together. */
export const isHeld = (signals: readonly SpamSignal[]): boolean =>
  HOLDING_SIGNALS.some((signal) => signals.includes(signal));

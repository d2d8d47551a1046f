export const OUTCOMES = ["booked", "won", "lost", "spam"] as const;

/** *Booked* comes from a booked call alone. */
export const OUTCOMES_BY_HAND = ["won", "lost", "spam"] as const;

export const ALL_OUTCOMES = [...OUTCOMES, "suspected"] as const;

/** Whether nobody waits for an answer, so that no promised time runs. */
export function needsNoAnswer(outcome: (typeof ALL_OUTCOMES)[number] | undefined): boolean {
  return outcome === "suspected" || outcome === "spam";
}

const TEXT_SIGNALS = ["markup", "linkInName", "links", "phrases", "gibberish", "copied", "repeated"] as const;
/** Signals that honest people give, too: they advertise, paste text, share a carrier's address. */
export const WEAK_SPAM_SIGNALS = ["pitch", "fast", "rate"] as const;
export const SPAM_SIGNALS = [...TEXT_SIGNALS, "unseen", ...WEAK_SPAM_SIGNALS] as const;
export type SpamSignal = (typeof SPAM_SIGNALS)[number];

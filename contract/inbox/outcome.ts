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

const TEXT_SIGNALS = [
  "markup",
  "linkInName",
  "links",
  "phrases",
  "gibberish",
  "copied",
  "repeated",
] as const;
/** Signals that honest people also give: they advertise, paste a text, or share a network. */
export const WEAK_SPAM_SIGNALS = ["pitch", "fast", "rate"] as const;
export const SPAM_SIGNALS = [
  ...TEXT_SIGNALS,
  "unseen",
  ...WEAK_SPAM_SIGNALS,
] as const;
export type SpamSignal = (typeof SPAM_SIGNALS)[number];

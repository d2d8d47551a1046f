/** What became of a lead: the agency's word, or the site's guess that nobody waits for an answer. */

export const OUTCOMES = ["booked", "won", "lost", "spam"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a lead that nobody waits for is; its clock stands still, and nothing is sent for it. */
const NEEDING_NO_ANSWER = ["suspected", "spam"] as const;

export const ALL_OUTCOMES = [...OUTCOMES, "suspected"] as const;
export type AnyOutcome = (typeof ALL_OUTCOMES)[number];

export function needsNoAnswer(outcome: AnyOutcome | undefined): boolean {
  return NEEDING_NO_ANSWER.some((one) => one === outcome);
}

const TEXT_SIGNALS = ["markup", "linkInName", "links", "phrases", "gibberish", "copied", "repeated"] as const;
/** What honest people do, too: they paste, or share a carrier's address. */
export const WEAK_SPAM_SIGNALS = ["fast", "rate"] as const;
/** What makes a lead look like spam. */
export const SPAM_SIGNALS = [...TEXT_SIGNALS, "unseen", ...WEAK_SPAM_SIGNALS] as const;
export type SpamSignal = (typeof SPAM_SIGNALS)[number];

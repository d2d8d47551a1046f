/**
 * The rhythm of the typing headline as a pure step: from what is shown to what is shown next, and when.
 * Source of the times: specification, point 9.
 */
const TYPE_MS = 100;
const WAIT_MS = 2000;
const DELETE_MS = 50;

export interface Typing {
  phrase: number;
  shown: number;
  step: "type" | "wait" | "delete";
}

/** A phrase shown whole: how the prerendered page starts, and what a pause shows instead of half a word. */
export function wholePhrase(phrases: readonly string[], phrase: number): Typing {
  return { phrase, shown: phrases[phrase]?.length ?? 0, step: "wait" };
}

/** What follows `now`, and after how many milliseconds. */
export function nextTyping(now: Typing, phrases: readonly string[]): { after: number; next: Typing } {
  const length = phrases[now.phrase]?.length ?? 0;
  switch (now.step) {
    case "type": {
      const shown = now.shown + 1;
      return { after: TYPE_MS, next: { ...now, shown, step: shown >= length ? "wait" : "type" } };
    }
    case "wait":
      return { after: WAIT_MS, next: { ...now, step: "delete" } };
    case "delete":
      return now.shown > 0
        ? { after: DELETE_MS, next: { ...now, shown: now.shown - 1 } }
        : { after: 0, next: { phrase: (now.phrase + 1) % phrases.length, shown: 0, step: "type" } };
  }
}

/**
 * Renews a page of times that nobody saw for a
 * while: its tab was behind others, or asleep.
 */

import { MINUTE_MS, SECOND_MS } from "../contract/durations.ts";

const LONGEST_UNSEEN_MS = 10 * MINUTE_MS;

/**
 * @param renew runs when a visitor sees the page
 * again, and is online @returns ends the waiting
 */
export function afterSleep(renew: () => void): () => void {
  // This script may run hours after the page was loaded.
  let seenAt = performance.timeOrigin;
  const timer = setInterval(() => {
    if (document.hidden || !navigator.onLine) return;
    if (Date.now() - seenAt > LONGEST_UNSEEN_MS) renew();
    seenAt = Date.now();
  }, SECOND_MS);
  return () => clearInterval(timer);
}

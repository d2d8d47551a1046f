/** Cross-fades a change of the page, where the browser can and the visitor has not asked for less motion. */
import { prefersReducedMotion } from "./reduced-motion.ts";

/** Settles once the change is in the document; the fade goes on. @param change changes the document at once */
export async function withTransition(change: () => void): Promise<void> {
  if (prefersReducedMotion() || !("startViewTransition" in document)) return change();
  const { ready, updateCallbackDone } = document.startViewTransition(change);
  // Rejects when a later change cuts the fade short.
  ready.catch(() => undefined);
  return updateCallbackDone;
}

/** Cross-fades a change of the page, where the browser can and the visitor has not asked for less motion. */
import { prefersReducedMotion } from "./reduced-motion.ts";

/** Settles once the change is in the document; the fade goes on. @param change changes the document at once */
export async function withTransition(change: () => void): Promise<void> {
  const transition = start(change);
  if (!transition) return change();
  // Rejects when a later change cuts the fade short.
  transition.ready.catch(() => undefined);
  return transition.updateCallbackDone;
}

function start(change: () => void): ViewTransition | undefined {
  try {
    if (prefersReducedMotion() || !("startViewTransition" in document)) return undefined;
    return document.startViewTransition(change);
  } catch {
    // A browser whose parts another script broke changes the page without the fade.
    return undefined;
  }
}

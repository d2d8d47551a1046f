/** Motion, unless the visitor asked the system for less. Source: WCAG 2.3.3. */
export const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

export function prefersReducedMotion(): boolean {
  return matchMedia(REDUCED_MOTION).matches;
}

/** Cross-fades. Resolves once the document has changed. @param change changes it at once */
export async function withTransition(change: () => void): Promise<void> {
  const transition = start(change);
  if (!transition) return change();
  // Rejects when a later change interrupts the fade.
  transition.ready.catch(() => undefined);
  return transition.updateCallbackDone;
}

function start(change: () => void): ViewTransition | undefined {
  try {
    if (prefersReducedMotion() || !("startViewTransition" in document)) return undefined;
    return document.startViewTransition(change);
  } catch {
    // When another script broke the browser's functions, the page changes without the fade.
    return undefined;
  }
}

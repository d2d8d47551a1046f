import { attempt } from "../../contract/attempt.ts";

/** Source: WCAG 2.3.3. */
export const prefersReducedMotion = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Makes a change, with a cross-fade if the
 * browser can. Resolves after the change.
 */
export async function withTransition(change: () => void): Promise<void> {
  // Old browsers lack `startViewTransition`, and
  // another script may have broken it or `matchMedia`.
  const transition = attempt(() =>
    prefersReducedMotion() ? undefined : document.startViewTransition?.(change),
  );
  if (!transition) return change();
  // `ready` rejects when a later change interrupts the fade.
  transition.ready.catch(() => undefined);
  return transition.updateCallbackDone;
}

/**
 * A jump needs the height of all sections, also
 * of those that are laid out when they come near.
 */
export function layOutWhole(): void {
  document.documentElement.dataset["whole"] = "";
}

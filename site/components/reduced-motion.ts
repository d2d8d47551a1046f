/** Whether the visitor asked the system for less motion. Source: WCAG 2.3.3. */
export const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

export function prefersReducedMotion(): boolean {
  return matchMedia(REDUCED_MOTION).matches;
}

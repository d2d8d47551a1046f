/** Follows whether the visitor asked the system for less motion; false in the prerendered page. */
import { useSyncExternalStore } from "react";
import { prefersReducedMotion, REDUCED_MOTION } from "../../components/reduced-motion.ts";

export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedMotion, () => false);
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(REDUCED_MOTION);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/**
 * Whether the page is hydrated. Until then, a
 * button that needs a script would do nothing.
 */
import { useSyncExternalStore } from "react";

export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

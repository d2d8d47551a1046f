/** False in the prerendered page, where a button that needs script would do nothing; true after hydration. */
import { useSyncExternalStore } from "react";

export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/**
 * Whether the page is hydrated. Until then, a
 * button that needs a script would do nothing.
 */
import { useState, useSyncExternalStore } from "react";

export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** False if the server's HTML had it. A state keeps its first value. */
export const useIsNew = (): boolean => useState(useHydrated())[0];

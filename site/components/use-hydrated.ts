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

/**
 * Whether the server's HTML lacks the component.
 * The state keeps what was so at first.
 */
export const useIsNew = (): boolean => useState(useHydrated())[0];

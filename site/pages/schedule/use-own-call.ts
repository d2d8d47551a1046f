import { useSyncExternalStore } from "react";
import { ownCallItem, readOwnCall, type OwnCall } from "../../booked-call.ts";

/**
 * Reads the call again after Back, which may show a page that the browser kept.
 */
function onReturn(changed: () => void): () => void {
  addEventListener("pageshow", changed);
  return () => removeEventListener("pageshow", changed);
}

/**
 * Undefined before a script runs, without a booked
 * call in the tab, and after the call begins.
 */
export function useOwnCall(): OwnCall | undefined {
  return readOwnCall(useSyncExternalStore(onReturn, ownCallItem, () => ""));
}

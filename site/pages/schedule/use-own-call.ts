import { useSyncExternalStore } from "react";
import { ownCallItem, readOwnCall, type OwnCall } from "../../booked-call.ts";

/** Back may show a page that the browser kept, so the call is read again. */
function onReturn(changed: () => void): () => void {
  addEventListener("pageshow", changed);
  return () => removeEventListener("pageshow", changed);
}

/** Undefined until a script runs, without a call, and once the call has begun. */
export function useOwnCall(): OwnCall | undefined {
  return readOwnCall(useSyncExternalStore(onReturn, ownCallItem, () => ""));
}

/** The call that this tab has booked. */
import { useState, useSyncExternalStore } from "react";
import { keepOwnCall, ownCallItem, readOwnCall, type OwnCall } from "../../booked-call.ts";

/** Back may show a page that the browser kept as it was. */
function onReturn(changed: () => void): () => void {
  addEventListener("pageshow", changed);
  return () => removeEventListener("pageshow", changed);
}

/** The call that this tab booked, once a script runs. @returns it, and a function that lets the visitor book another */
export function useOwnCall(): [OwnCall | undefined, () => void] {
  const item = useSyncExternalStore(onReturn, ownCallItem, () => "");
  const [forgotten, setForgotten] = useState(false);
  function bookAnother(): void {
    keepOwnCall();
    setForgotten(true);
  }
  return [forgotten ? undefined : readOwnCall(item), bookAnother];
}

/** If the tab's storage is blocked or full, an item lasts as long as the page. */
import { attempt } from "../contract/attempt.ts";

const inMemory = new Map<string, string>();

export function readItem(name: string): string | undefined {
  return (
    inMemory.get(name) ??
    attempt(() => sessionStorage.getItem(name)) ??
    undefined
  );
}

/** An empty text removes the item. */
export function keepItem(name: string, text: string): void {
  inMemory.delete(name);
  try {
    if (text === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    if (text !== "") inMemory.set(name, text);
  }
}

/** The tab's own storage, which may be blocked or full. */

/** Undefined without such an item. */
export function readItem(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param text empty: removes the item @returns whether the tab remembers it */
export function keepItem(name: string, text: string): boolean {
  try {
    if (text === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

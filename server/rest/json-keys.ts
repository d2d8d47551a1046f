/**
 * Finds a key that stands twice in one object. `JSON.parse` keeps the last and says nothing, and two readers
 * that keep different ones can be played against each other (RFC 8259, section 4).
 */

/** Strings and the marks that structure a text; everything else in valid JSON says nothing about keys. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * Whether any object names a key twice, however it is escaped.
 *
 * @param json valid JSON.
 */
export function hasDuplicateKeys(json: string): boolean {
  // The keys of each object around the place, innermost last; an array has none.
  const around: (Set<string> | undefined)[] = [];
  let lastString = "";
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === "{") around.push(new Set());
    else if (token === "[") around.push(undefined);
    else if (token === "}" || token === "]") around.pop();
    else if (token === ":") {
      const keys = around.at(-1);
      const key = String(JSON.parse(lastString));
      if (keys?.has(key)) return true;
      keys?.add(key);
    } else lastString = token;
  }
  return false;
}

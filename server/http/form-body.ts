/** Reads an `application/x-www-form-urlencoded` body, strictly. Source: WHATWG URL Standard, section 5.1. */

/**
 * The fields by name.
 *
 * @returns undefined when the body is not UTF-8, is badly encoded or names a field twice.
 */
export function parseFormBody(body: Buffer): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const pair of body.toString("latin1").split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decode(at === -1 ? pair : pair.slice(0, at));
    const value = decode(at === -1 ? "" : pair.slice(at + 1));
    if (name === undefined || value === undefined || fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return fields;
}

function decode(encoded: string): string | undefined {
  // Bytes past ASCII arrive percent-encoded from every browser; raw ones would be read as the wrong letters.
  if (/[^\t\n\r -~]/.test(encoded)) return undefined;
  try {
    return decodeURIComponent(encoded.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

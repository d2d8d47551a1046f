/** Reads an `application/x-www-form-urlencoded` body. Source: WHATWG URL Standard, section 5.1. */

/**
 * The fields by name.
 *
 * @returns undefined when the body is not UTF-8 or names a field twice, which readers could take for different things.
 */
export function parseFormBody(body: Buffer): Map<string, string> | undefined {
  const pairs = [...new URLSearchParams(body.toString())];
  const fields = new Map(pairs);
  // What is not UTF-8, in bytes or in percent signs, comes out as this character.
  const isText = pairs.every((pair) => !pair.some((text) => text.includes("\uFFFD")));
  return isText && fields.size === pairs.length ? fields : undefined;
}

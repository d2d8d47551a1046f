/** UUIDs that clients send. Source: RFC 9562, section 4. */

/** The UUID in lower case; undefined when the text is none. */
export function parseUuid(text: string): string | undefined {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
}

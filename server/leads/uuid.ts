/** Ids of leads. Source: RFC 9562. */

import { randomUUID } from "node:crypto";

/** The UUID in lower case (section 4); undefined if the text is not one. */
export function parseUuid(text: string): string | undefined {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
    ? text.toLowerCase()
    : undefined;
}

/**
 * Makes UUIDs of version 7 (5.7), each greater than the last. In a busy
 * millisecond, or after the clock was set back, their time is ahead of the
 * clock (6.2). @param now milliseconds since 1970
 */
export function createUuidV7(now: () => number): () => string {
  let latest = 0;
  return () => {
    latest = Math.max(now(), latest + 1);
    const time = latest.toString(16).padStart(12, "0");
    // After the version digit, versions 4 and 7 have the same layout.
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  };
}

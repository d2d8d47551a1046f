/** Ids of leads: ours sort by time, and clients may send their own. Source: RFC 9562. */
import { randomUUID } from "node:crypto";

const COUNTER_LIMIT = 0x1000;

/** The UUID in lower case (section 4); undefined if the text is not one. */
export function parseUuid(text: string): string | undefined {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
}

/**
 * UUIDs, version 7 (section 5.7; 6.2, method 1): each greater than the last.
 * @param now milliseconds since 1970
 */
export function createUuidV7(now: () => number): () => string {
  let time = 0;
  let counter = 0;
  return () => {
    const current = now();
    // A version 4 UUID, whose variant and last part can be used as they are.
    const random = randomUUID();
    if (current > time) {
      time = current;
      // Starts in the lower half, so that a busy millisecond has room to count.
      counter = Number.parseInt(random.slice(0, 3), 16) & 0x7ff;
    } else if (++counter === COUNTER_LIMIT) {
      time += 1;
      counter = 0;
    }
    const hex = time.toString(16).padStart(12, "0");
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${random.slice(19)}`;
  };
}

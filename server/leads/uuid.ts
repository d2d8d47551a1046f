/** The ids of leads: those that we make sort by time, and clients may send their own. Source: RFC 9562. */
import { randomBytes } from "node:crypto";

const COUNTER_LIMIT = 0x1000;
const BYTES = 16;

/** The UUID in lower case (section 4); undefined when the text is none. */
export function parseUuid(text: string): string | undefined {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
}

/**
 * A maker of UUIDs, version 7 (section 5.7, with the counter of section 6.2, method 1): each is greater than the one before, within a millisecond and when the clock
 * steps back.
 *
 * @param now the time in milliseconds since 1970.
 */
export function createUuidV7(now: () => number): () => string {
  let time = 0;
  let counter = 0;
  const random = createRandom();
  return () => {
    const current = now();
    if (current > time) {
      time = current;
      // Starts in the lower half, so that a busy millisecond has room to count.
      counter = randomBytes(2).readUInt16BE() & 0x7ff;
    } else if (++counter === COUNTER_LIMIT) {
      time += 1;
      counter = 0;
    }
    const bytes = random();
    bytes.writeUIntBE(time, 0, 6);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    const hex = bytes.toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}

/** Sixteen random bytes at a time, drawn by the hundred: a draw costs as much as the rest of an id. */
function createRandom(): () => Buffer {
  let drawn = Buffer.alloc(0);
  return () => {
    if (drawn.length === 0) drawn = randomBytes(100 * BYTES);
    const bytes = drawn.subarray(0, BYTES);
    drawn = drawn.subarray(BYTES);
    return bytes;
  };
}

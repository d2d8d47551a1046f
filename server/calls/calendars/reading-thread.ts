import { parentPort, workerData } from "node:worker_threads";
import { isoTime } from "../../../contract/durations.ts";
import { readCalendar } from "./read-calendar.ts";
import {
  CalendarError,
  type CalendarScope,
  type ReadAnswer,
} from "./read-in-thread.ts";

const PIECE_BYTES = 64 * 1024;

const { body, scope }: { body: Uint8Array; scope: CalendarScope } = workerData;

const post = (message: ReadAnswer) => parentPort?.postMessage(message, []);
try {
  const { blocked, ...reading } = readCalendar(decoded(body), scope);
  const busy = blocked.map(({ start, end }) => ({
    startsAt: isoTime(start),
    endsAt: isoTime(end),
  }));
  post({ busy, ...reading });
} catch (error) {
  // Any other error is a fault of the program,
  // such as an event that it does not foresee.
  if (!(error instanceof CalendarError)) throw error;
  post({ reason: error.message });
}

/**
 * Decodes a piece at a time, since the whole
 * text takes twice the memory of the bytes.
 */
function* decoded(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), {
      stream: true,
    });
  yield decoder.decode();
}

/**
 * A calendar is UTF-8 unless it begins with the
 * byte order mark of UTF-16. RFC 5545, 3.1.4.
 */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/**
 * Reads a calendar in a thread of its own, which is ended when it takes too long or too much memory. The thread alone
 * loads the library: that takes 30 ms, which no start of a site should wait for.
 */
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { codeOf } from "../../../contract/error-code.ts";
import type { CalendarCopy } from "../calendar-copies.ts";

export interface Look {
  /** IANA name of the zone of floating times and whole days. */
  zone: string;
  /** Milliseconds since 1970, as are all below. */
  from: number;
  until: number;
  /** The owner's email addresses, as far as they are known, in lower case. */
  owners: readonly string[];
}

export interface ReadRequest {
  body: Uint8Array;
  look: Look;
  /** Positions of events that ended an earlier thread. */
  skipped: ReadonlySet<number>;
  /** The thread stores its current event here: the position, when that begins, and since when it is read. */
  progress: SharedArrayBuffer;
}

/** An event that was not read whole. */
export interface Unread {
  /** The date of its start, as `2027-03-01`, or `UNDATED`. */
  day: string;
  /** A sentence that holds nothing of the event but the name of its zone. */
  reason: string;
}

/** In place of the date of an event that has none. */
export const UNDATED = "?";

export interface ResolvedZone {
  /** As the calendar names it. */
  name: string;
  /** An IANA name, an offset, or where it is described. */
  zone: string;
  isGuess: boolean;
}

export interface CalendarReading extends Pick<CalendarCopy, "busy"> {
  unread: readonly Unread[];
  zones: readonly ResolvedZone[];
}

export type ThreadAnswer =
  | CalendarReading
  /** A sentence that holds nothing of the calendar or its address. */
  | { reason: string };

/** With the date of the event that could not be read, as `2027-03-01`. */
export type ReadAnswer = ThreadAnswer & { eventDate?: string };

const TIMEOUT_MS = 2_000;
/** An event that takes this share of the time alone is at fault; else the calendar as a whole is. */
const AT_FAULT = 0.25;
/** Each costs a thread its whole time, at every reading. */
const MOST_SKIPPED = 5;
const MEMORY_MB = 64;
const TOO_LONG = "Reading it took more than two seconds.";

// As for the threads of the store, where the reason stands: server/store/sqlite/database-thread.ts.
setFlagsFromString("--wasm-wrapper-tiering-budget=1000000000");

/** Reads again without the rule of an event that ends the thread; its own time still blocks. Never rejects. */
export async function readInThread(
  body: Uint8Array,
  look: Look,
  timeoutMs = TIMEOUT_MS,
): Promise<ReadAnswer> {
  const skipped = new Set<number>();
  for (;;) {
    const { answer, position, wall } = await readOnce(body, look, skipped, timeoutMs);
    if (!("reason" in answer)) return answer;
    if (Number.isNaN(position) || skipped.has(position) || skipped.size === MOST_SKIPPED)
      return { ...answer, ...(Number.isNaN(wall) ? {} : { eventDate: dayOf(wall) }) };
    skipped.add(position);
  }
}

/** @returns with the event that was being read when the thread was ended; not a number where none is at fault */
async function readOnce(body: Uint8Array, look: Look, skipped: ReadonlySet<number>, timeoutMs: number) {
  const progress = new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT);
  const current = new Float64Array(progress).fill(NaN);
  const workerData: ReadRequest = { body, look, skipped, progress };
  const worker = new Worker(new URL("./reading-thread.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: MEMORY_MB / 4 },
    env: {},
    stdout: true,
    stderr: true,
  });
  const ended = Promise.withResolvers<{ answer: ThreadAnswer; isFaulty?: boolean }>();
  let timer: NodeJS.Timeout | undefined;
  worker.on("message", (message: ThreadAnswer | "ready") => {
    if (message !== "ready") return ended.resolve({ answer: message });
    // To start a thread and to load the library is no fault of the calendar.
    timer = setTimeout(() => {
      const isFaulty = Date.now() - (current[2] ?? NaN) >= timeoutMs * AT_FAULT;
      ended.resolve({ answer: { reason: TOO_LONG }, isFaulty });
    }, timeoutMs);
  });
  worker.on("error", (error) => {
    const outOfMemory = codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY";
    const reason = outOfMemory ? `Reading it took more than ${MEMORY_MB} MB.` : "It could not be read.";
    ended.resolve({ answer: { reason }, isFaulty: true });
  });
  const { answer, isFaulty } = await ended.promise;
  clearTimeout(timer);
  await worker.terminate();
  const [position = NaN, wall = NaN] = current;
  return { answer, position: isFaulty ? position : NaN, wall };
}

/** Like `2027-03-01`; empty for what is no date. */
export function dayOf(wall: number): string {
  const date = new Date(wall);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/** An answer that cannot be used as a calendar. The message is a sentence and holds nothing of the calendar. */
export class CalendarError extends Error {}

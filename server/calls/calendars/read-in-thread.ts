/**
 * Do not import `rrule-temporal` here: loading
 * takes 30 ms, and every start loads this file.
 */

import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { codeOf } from "../../settings/error-code.ts";
import type { CalendarCopy } from "../stored-calls.ts";

export interface CalendarScope {
  /** IANA name of the zone of floating times and whole days. */
  zone: string;
  /**
   * Busy times from `from` to `until` are
   * read. Both are milliseconds since 1970.
   */
  from: number;
  until: number;
  /**
   * Email addresses, in lower case, of the people whose calendar this may be.
   */
  owners: readonly string[];
  /**
   * UIDs of our own calls, in lower case. Events with these UIDs block nothing.
   */
  callIds?: readonly string[];
}

/** An event or a `VAVAILABILITY` that was not read completely. */
export interface Unread {
  /**
   * The date of the start, like `2027-03-01`, or
   * of another time in the event; else `UNDATED`.
   */
  day: string;
  /**
   * A sentence that quotes nothing of the event, except the name of its zone.
   */
  reason: string;
}

export const UNDATED = "?";

export interface ResolvedZone {
  /** The name in the calendar. */
  name: string;
  /**
   * How the site reads the name: an IANA name,
   * an offset, or "described in the calendar".
   */
  zone: string;
  isGuess: boolean;
}

export interface CalendarReading extends Pick<CalendarCopy, "busy"> {
  unread: readonly Unread[];
  zones: readonly ResolvedZone[];
  /** Whether the calendar has no event at all, not even a past one. */
  isEmpty: boolean;
}

export type ReadAnswer =
  | CalendarReading
  /** A sentence that quotes neither the calendar nor its address. */
  | { reason: string };

/** Processor time, so that no calendar is lost on a busy machine. */
const LIMIT_MS = 5_000;
const LOOK_EVERY_MS = 100;
const MEMORY_MB = 64;

// In each thread, Node uses WebAssembly to strip the types of our sources. V8
// 13.6 recompiles frequent calls between WebAssembly and JavaScript. In one of
// several thousand threads, this ended the process. With this budget, no call
// is frequent enough to be recompiled.
setFlagsFromString("--wasm-wrapper-tiering-budget=1000000000");

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a calendar in a new thread, after all calendars
 * before it: so only one of them takes memory and a
 * processor. Never rejects. @param limitMs processor time
 */
export function readInThread(
  body: Uint8Array,
  scope: CalendarScope,
  limitMs = LIMIT_MS,
): Promise<ReadAnswer> {
  const reading = last.then(() => readAlone(body, scope, limitMs));
  last = reading.catch(() => undefined);
  return reading;
}

async function readAlone(
  body: Uint8Array,
  scope: CalendarScope,
  limitMs: number,
) {
  await using worker = new Worker(
    new URL("./reading-thread.ts", import.meta.url),
    {
      workerData: { body, scope },
      resourceLimits: {
        maxOldGenerationSizeMb: MEMORY_MB,
        maxYoungGenerationSizeMb: MEMORY_MB / 4,
      },
      env: {},
      stdout: true,
      stderr: true,
    },
  );
  const { promise, resolve } = Promise.withResolvers<ReadAnswer>();
  worker.on("message", resolve);
  worker.on("error", (error) => {
    const isOutOfMemory = codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY";
    const reason = `Reading it took more than ${MEMORY_MB} MB. ${PUBLISH_LESS}`;
    resolve({ reason: isOutOfMemory ? reason : "It could not be read." });
  });
  const refuseEndless = ({ user, system }: NodeJS.CpuUsage) => {
    if ((user + system) / 1_000 > limitMs) resolve({ reason: TOO_LONG });
  };
  using watch = setInterval(() => {
    // A thread that has ended meanwhile has already answered.
    worker.cpuUsage().then(refuseEndless, () => undefined);
  }, LOOK_EVERY_MS);
  watch.unref();
  return await promise;
}

export const PUBLISH_LESS = "Publish fewer years of it.";
const TOO_LONG = `Reading it took more than five seconds of a processor. ${PUBLISH_LESS}`;

/**
 * The date of `wall` in `Time`, like
 * `2027-03-01`; empty if no date has this number.
 */
export function dateOfWall(wall: number): string {
  const date = new Date(wall);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/**
 * No calendar can be read. The message says why,
 * and quotes nothing of what the host sent.
 */
export class CalendarError extends Error {}

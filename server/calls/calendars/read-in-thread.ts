/** This file must not import `rrule-temporal`, which would slow each start of a site by 30 ms. */
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { codeOf } from "../../settings/error-code.ts";
import type { CalendarCopy } from "../calendar-copies.ts";

export interface Look {
  /** IANA name of the zone of floating times and whole days. */
  zone: string;
  /** Milliseconds since 1970, like `until`. */
  from: number;
  until: number;
  /** The known email addresses of those whose calendar it may be, in lower case. */
  owners: readonly string[];
  /** UIDs of our own calls, in lower case, which block nothing. */
  callIds?: readonly string[];
}

/** An event or a `VAVAILABILITY` that was not read whole. */
export interface Unread {
  /** The date of its start, else of another of its times, as `2027-03-01`; or `UNDATED`. */
  day: string;
  /** A sentence that holds nothing of the event but the name of its zone. */
  reason: string;
}

export const UNDATED = "?";

export interface ResolvedZone {
  /** As the calendar names it. */
  name: string;
  /** As the site reads it: an IANA name, an offset, or a note that the calendar describes it. */
  zone: string;
  isGuess: boolean;
}

export interface CalendarReading extends Pick<CalendarCopy, "busy"> {
  unread: readonly Unread[];
  zones: readonly ResolvedZone[];
}

export type ReadAnswer =
  | CalendarReading
  /** A sentence that holds nothing of the calendar or its address. */
  | { reason: string };

/** Real time, also while the machine is busy with other work. */
const TIMEOUT_MS = 5_000;
const MEMORY_MB = 64;

// Node strips the types of our sources by WebAssembly, in each thread. When threads recompile the
// calls between it and JavaScript, V8 13.6 ended the process once in some thousand threads.
setFlagsFromString("--wasm-wrapper-tiering-budget=1000000000");

/** Never rejects. */
export async function readInThread(body: Uint8Array, look: Look, timeoutMs = TIMEOUT_MS) {
  const worker = new Worker(new URL("./reading-thread.ts", import.meta.url), {
    workerData: { body, look },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: MEMORY_MB / 4 },
    env: {},
    stdout: true,
    stderr: true,
  });
  const { promise, resolve } = Promise.withResolvers<ReadAnswer>();
  let timer: NodeJS.Timeout | undefined;
  worker.on("message", resolve);
  worker.on("online", () => {
    const tooLong = { reason: "Reading it took more than five seconds." };
    timer = setTimeout(() => resolve(tooLong), timeoutMs);
  });
  worker.on("error", (error) => {
    const isOutOfMemory = codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY";
    const tooMuch = `Reading it took more than ${MEMORY_MB} MB.`;
    resolve({ reason: isOutOfMemory ? tooMuch : "It could not be read." });
  });
  const answer = await promise;
  clearTimeout(timer);
  await worker.terminate();
  return answer;
}

/** Like `2027-03-01`; empty for what is no date. */
export function dateOfWall(wall: number): string {
  const date = new Date(wall);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/** Why there is no calendar to read. The message quotes nothing that the calendar's server sent. */
export class CalendarError extends Error {}

/** Reads a calendar in a thread of its own, which is ended when it takes too long or too much memory. */
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { codeOf } from "../../../contract/error-code.ts";
import type { CalendarCopy } from "../../storage/calendar-copies.ts";
import type { Look } from "./read-calendar.ts";

export interface ReadRequest {
  body: Uint8Array;
  look: Look;
  /** The thread stores the beginning of its current event here, for the report when it is ended. */
  progress: SharedArrayBuffer;
}

export type ReadAnswer =
  | { busy: CalendarCopy["busy"] }
  /** `reason`: a sentence that holds nothing of the calendar or its address; with the date of the event, as `2027-03-01`. */
  | { reason: string; eventDate?: string };

const TIMEOUT_MS = 2_000;
const MEMORY_MB = 64;
const TOO_LONG = "Reading it took more than two seconds.";

// As for the threads of the store, where the reason stands: server/storage/sqlite/database-thread.ts.
setFlagsFromString("--wasm-wrapper-tiering-budget=1000000000");

/** Never rejects. */
export async function readInThread(body: Uint8Array, look: Look, timeoutMs = TIMEOUT_MS) {
  const progress = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const begin = new Float64Array(progress).fill(NaN);
  const workerData: ReadRequest = { body, look, progress };
  const worker = new Worker(new URL("./reading-thread.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: MEMORY_MB / 4 },
    env: {},
    stdout: true,
    stderr: true,
  });
  const answer = Promise.withResolvers<ReadAnswer>();
  let timer: NodeJS.Timeout | undefined;
  worker.on("message", (message: ReadAnswer | "ready") => {
    if (message !== "ready") return answer.resolve(message);
    // To start a thread and to load the library is no fault of the calendar.
    timer = setTimeout(() => answer.resolve({ reason: TOO_LONG }), timeoutMs);
  });
  worker.on("error", (error) => {
    const outOfMemory = codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY";
    const reason = outOfMemory ? `Reading it took more than ${MEMORY_MB} MB.` : "It could not be read.";
    answer.resolve({ reason });
  });
  const read = await answer.promise;
  clearTimeout(timer);
  await worker.terminate();
  const begins = new Date(begin[0] ?? NaN);
  if ("busy" in read || Number.isNaN(begins.getTime())) return read;
  return { ...read, eventDate: begins.toISOString().slice(0, 10) };
}

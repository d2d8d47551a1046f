/** The thread that reads one calendar and ends. Its owner may end it at any time (`read-in-thread.ts`). */
import { parentPort, workerData } from "node:worker_threads";
import { CalendarError } from "./calendar-event.ts";
import { readCalendar } from "./read-calendar.ts";
import type { ReadAnswer, ReadRequest } from "./read-in-thread.ts";

const { body, look, progress }: ReadRequest = workerData;
const begins = new Float64Array(progress);

/** @throws errors of the program, or of an unforeseen event */
function read(): ReadAnswer {
  try {
    const text = new TextDecoder().decode(body);
    const blocked = readCalendar(text, look, (wall) => {
      begins[0] = wall;
    });
    return { blocked };
  } catch (error) {
    if (error instanceof CalendarError) return { reason: error.message };
    throw error;
  }
}

const answer = (message: ReadAnswer | "ready") => parentPort?.postMessage(message, []);
answer("ready");
answer(read());

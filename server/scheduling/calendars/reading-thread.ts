/** The thread that reads one calendar and ends. Its owner may end it at any time (`read-in-thread.ts`). */
import { parentPort, workerData } from "node:worker_threads";
import { CalendarError } from "./calendar-event.ts";
import { readCalendar } from "./read-calendar.ts";
import type { ReadAnswer, ReadRequest } from "./read-in-thread.ts";

const { body, look, progress }: ReadRequest = workerData;
const begins = new Float64Array(progress);

const post = (message: ReadAnswer | "ready") => parentPort?.postMessage(message, []);
post("ready");
try {
  const blocked = readCalendar(new TextDecoder().decode(body), look, (wall) => (begins[0] = wall));
  const time = (ms: number) => new Date(ms).toISOString();
  post({ busy: blocked.map(({ start, end, uid }) => ({ startsAt: time(start), endsAt: time(end), uid })) });
} catch (error) {
  // Others are errors of the program, or of an unforeseen event.
  if (!(error instanceof CalendarError)) throw error;
  post({ reason: error.message });
}

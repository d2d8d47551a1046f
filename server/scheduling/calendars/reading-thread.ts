/** The thread that reads one calendar and ends. Its owner may end it at any time (`read-in-thread.ts`). */
import { parentPort, workerData } from "node:worker_threads";
import { readCalendar } from "./read-calendar.ts";
import { CalendarError, type ReadRequest, type ThreadAnswer } from "./read-in-thread.ts";

const { body, look, skipped, progress }: ReadRequest = workerData;
const current = new Float64Array(progress);

const post = (message: ThreadAnswer | "ready") => parentPort?.postMessage(message, []);
post("ready");
try {
  const onEvent = (...at: number[]) => current.set([...at, Date.now()]);
  const { blocked, unread } = readCalendar(new TextDecoder().decode(body), look, onEvent, skipped);
  const time = (ms: number) => new Date(ms).toISOString();
  const busy = blocked.map(({ start, end, uid }) => ({ startsAt: time(start), endsAt: time(end), uid }));
  post({ busy, skipped: unread });
} catch (error) {
  // Others are errors of the program, or of an unforeseen event.
  if (!(error instanceof CalendarError)) throw error;
  post({ reason: error.message });
}

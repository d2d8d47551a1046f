/** Loaded by `--import` into a site: SIGUSR2 prints its memory, its resources and its timers. */
import { createHook } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export const OBSERVED = "observed ";

export interface Observation {
  /** Bytes that are held once the garbage was collected: no more after a change than before it. */
  memory: number;
  /** `process.getActiveResourcesInfo()`. */
  resources: string[];
  /** The milliseconds of each repeated timer, also of timers that keep no process alive. */
  intervals: number[];
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");
const intervals = new Map<number, number>();

createHook({
  init(id, type, _trigger, timer: { ["_repeat"]?: number | null }) {
    const { _repeat: every } = timer;
    if (type === "Timeout" && typeof every === "number")
      intervals.set(id, every);
  },
  destroy: (id) => void intervals.delete(id),
}).enable();

process.on("SIGUSR2", () => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  const observation: Observation = {
    memory: heapUsed + external,
    resources: process.getActiveResourcesInfo(),
    intervals: [...intervals.values()].toSorted((a, b) => a - b),
  };
  process.stdout.write(`${OBSERVED}${JSON.stringify(observation)}\n`);
});

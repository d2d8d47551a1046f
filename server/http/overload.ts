import { monitorEventLoopDelay } from "node:perf_hooks";
import { SECOND_MS } from "../../contract/durations.ts";

/** A lead is turned away while the thread is later than this, on average in a second. */
const MAX_DELAY_MS = 250;
/** The start of a process itself causes delays. */
const WARM_UP_MS = 10_000;
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

/** Call this once in a process. @returns whether the process has too much to do now */
export function createIsOverloaded(): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const warmUpEndsAt = performance.now() + WARM_UP_MS;
  let delayMs = 0;
  setInterval(() => {
    // Without a sample, the whole second was one delay.
    const meanMs = delays.count === 0 ? Infinity : delays.mean / NS_PER_MS;
    delayMs = meanMs - RESOLUTION_MS;
    delays.reset();
  }, SECOND_MS).unref();
  return () => performance.now() > warmUpEndsAt && delayMs > MAX_DELAY_MS;
}

/** The processor time of idle processes. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, vi } from "vitest";
import { cpuMs } from "../bench/usage.ts";
import type { RunningProcess } from "../fakes/process.ts";

const isLong = inject("torture") === "long";

/** The short form only detects a process that spins. */
const WINDOW_MS = isLong ? 5_000 : 500;
/** Percent of one processor for an idle process. One that still retries uses more, but does not spin. */
const RESTING_PERCENT = isLong ? 2 : 30;
export const TRYING_PERCENT = isLong ? 10 : 50;

/** Waits until all work is done and all processes are idle. @returns the busiest's percent of a processor */
export async function idleCpu(
  running: readonly RunningProcess[],
  most: number = RESTING_PERCENT,
): Promise<number> {
  let busiest = 100;
  await vi.waitFor(
    async () => {
      const before = running.map(({ pid }) => cpuMs(pid));
      const begin = performance.now();
      await sleep(WINDOW_MS);
      const took = performance.now() - begin;
      busiest = Math.max(
        ...running.map(({ pid }, index) => ((cpuMs(pid) - (before[index] ?? 0)) / took) * 100),
      );
      expect(busiest).toBeLessThan(most);
    },
    { timeout: 12 * WINDOW_MS, interval: 1 },
  );
  return busiest;
}

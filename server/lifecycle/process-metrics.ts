/** Metrics of one process: its build, its disk and its worker. */
import { statfsSync } from "node:fs";
import program from "../../package.json" with { type: "json" };
import { attempt } from "../../contract/attempt.ts";
import type { MetricRow, Samples } from "../http/monitoring.ts";
import { SECOND_MS } from "../../contract/durations.ts";
import type { Worker } from "../deliveries/worker.ts";

export function processRows(dataDir: string, { polledAt }: Worker): MetricRow[] {
  const silences: Samples = Object.entries(polledAt).map(([channel, at]) => [
    { channel },
    (performance.now() - at) / SECOND_MS,
  ]);
  return [
    ["build_info", "The running version.", [[{ version: program.version, node: process.version }, 1]]],
    ...diskRows(dataDir),
    ["worker_silent_seconds", "Time since the last look for deliveries.", silences],
  ];
}

/** Empty if the disk with DATA_DIR cannot be read. */
function diskRows(dataDir: string): MetricRow[] {
  const disk = attempt(() => statfsSync(dataDir));
  if (!disk) return [];
  const { bavail, blocks, bsize } = disk;
  return [
    ["disk_available_bytes", "Free space on the disk with DATA_DIR.", bavail * bsize],
    ["disk_size_bytes", "Size of the disk with DATA_DIR.", blocks * bsize],
  ];
}

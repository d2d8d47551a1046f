import { statfsSync } from "node:fs";
import { attempt } from "../../contract/attempt.ts";
import { SECOND_MS } from "../../contract/durations.ts";
import type { Worker } from "../deliveries/worker.ts";
import type { MetricRow } from "../http/monitoring.ts";

export function processRows(
  dataDir: string,
  { polledAt }: Worker,
): MetricRow[] {
  const silence = (performance.now() - polledAt) / SECOND_MS;
  const disk = attempt(() => statfsSync(dataDir));
  const bytes = (blocks = 0) => (disk ? blocks * disk.bsize : []);
  return [
    [
      "disk_available_bytes",
      "Free space on the disk with DATA_DIR.",
      bytes(disk?.bavail),
    ],
    ["disk_size_bytes", "Size of the disk with DATA_DIR.", bytes(disk?.blocks)],
    [
      "worker_silent_seconds",
      "Time since the last look for deliveries.",
      silence,
    ],
  ];
}

/** Metrics of one process: its build, its disk and its deliveries. */
import { statfsSync } from "node:fs";
import { version } from "../settings/version.ts";
import type { MetricRow, Value } from "../http/metrics.ts";
import type { Worker } from "../deliveries/worker.ts";

type Watched = Pick<Worker, "failures" | "deliveries" | "silence">;

export const processRows = (dataDir: string, worker: Watched): MetricRow[] => [
  ["build_info", "The running version.", [[{ version, node: process.version }, 1]]],
  ...ofDisk(dataDir),
  ...ofWorker(worker),
];

/** The disk with DATA_DIR; empty if it cannot be read. */
function ofDisk(dataDir: string): MetricRow[] {
  try {
    const { bavail, blocks, bsize } = statfsSync(dataDir);
    return [
      ["disk_available_bytes", "Free space on the disk with DATA_DIR.", bavail * bsize],
      ["disk_size_bytes", "Size of the disk with DATA_DIR.", blocks * bsize],
    ];
  } catch {
    return [];
  }
}

function ofWorker({ failures, deliveries, silence }: Watched): MetricRow[] {
  const byChannel = (values: Record<string, number>): Value =>
    Object.entries(values).map(([channel, value]) => [{ channel }, value] as const);
  return [
    [
      "deliveries_total",
      "Delivery attempts by result.",
      [...deliveries].map(([key, count]) => {
        const [channel = "", result = ""] = key.split(" ");
        return [{ channel, result }, count] as const;
      }),
    ],
    ["worker_failures_total", "Claims and results that were not stored.", byChannel(failures)],
    ["worker_silent_seconds", "Time since the last look for deliveries.", byChannel(silence())],
  ];
}

/** Metrics of one process: its build, its use of the machine and its deliveries. */
import { statfsSync } from "node:fs";
import { collectDefaultMetrics, Registry } from "prom-client";
import { version } from "../settings/version.ts";
import { metricsText, type MetricRow, type Value } from "../http/metrics.ts";
import type { Worker } from "../deliveries/worker.ts";

type Watched = Pick<Worker, "failures" | "deliveries" | "silence">;

/** @returns the text of the metrics */
export function measureProcess(dataDir: string): (worker: Watched) => Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return async (worker) => {
    const table = [BUILD, ...ofDisk(dataDir), ...ofWorker(worker)];
    return (await metricsText(table)) + (await registry.metrics());
  };
}

const BUILD: MetricRow = [
  "nightshift_build_info",
  "The running version.",
  [[{ version, node: process.version }, 1]],
];

/** The disk with DATA_DIR; empty if it cannot be read. */
function ofDisk(dataDir: string): MetricRow[] {
  try {
    const { bavail, blocks, bsize } = statfsSync(dataDir);
    return [
      ["nightshift_disk_available_bytes", "Free space on the disk with DATA_DIR.", bavail * bsize],
      ["nightshift_disk_size_bytes", "Size of the disk with DATA_DIR.", blocks * bsize],
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
      "nightshift_deliveries_total",
      "Delivery attempts by result.",
      [...deliveries].map(([key, count]) => {
        const [channel = "", result = ""] = key.split(" ");
        return [{ channel, result }, count] as const;
      }),
    ],
    ["nightshift_worker_failures_total", "Claims and results that were not stored.", byChannel(failures)],
    ["nightshift_worker_silent_seconds", "Time since the last look for deliveries.", byChannel(silence())],
  ];
}

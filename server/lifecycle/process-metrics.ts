/** Metrics of one process: its build, its use of the machine, its store and its deliveries. */
import { statfsSync } from "node:fs";
import { collectDefaultMetrics, Registry } from "prom-client";
import { version } from "../settings/version.ts";
import { createTimes, metricsText, type MetricRow, type Value } from "../http/metrics.ts";
import type { Worker } from "../deliveries/worker.ts";
import type { Database } from "../store/database.ts";

type Watched = Pick<Worker, "failures" | "deliveries" | "silence">;

/** @returns the store with transactions that are timed, including the wait for a connection; and the metrics' text */
export function measureProcess(dataDir: string, opened: Database) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const times = createTimes(registry, "nightshift_store_seconds", "Time of the store's transactions.", [
    "mode",
  ]);
  const timed = async <Result>(mode: "read" | "write", answer: Promise<Result>): Promise<Result> => {
    const begin = performance.now();
    try {
      return await answer;
    } finally {
      times.observe({ mode }, (performance.now() - begin) / 1000);
    }
  };
  const store: Database = {
    read: (work) => timed("read", opened.read(work)),
    write: (work) => timed("write", opened.write(work)),
    forgetDeleted: () => opened.forgetDeleted(),
    close: () => opened.close(),
  };
  const metrics = async (worker: Watched | undefined): Promise<string> => {
    const table = [BUILD, ...ofDisk(dataDir), ...(worker ? ofWorker(worker) : [])];
    return (await metricsText(table)) + (await registry.metrics());
  };
  return { store, metrics };
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

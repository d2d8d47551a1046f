/** Metrics for Prometheus, as `prom-client` writes them. No label has visitor data. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** One value, or one for each set of labels. A metric without a value is left out. */
export type Value =
  | number
  | undefined
  | readonly (readonly [labels: Record<string, string>, value: number])[];

export type MetricRow = readonly [name: string, help: string, value: Value];

/** The text of values that are read when somebody asks. @param table `…_total` are counters, others gauges */
export function metricsText(table: readonly MetricRow[]): Promise<string> {
  const registry = new Registry();
  for (const [ownName, help, value] of table) {
    const name = `nightshift_${ownName}`;
    const samples = typeof value === "number" ? [[{}, value] as const] : (value ?? []);
    const [first] = samples;
    if (!first) continue;
    const parts = { name, help, labelNames: Object.keys(first[0]), registers: [registry] };
    if (name.endsWith("_total")) {
      const counter = new Counter(parts);
      for (const [labels, count] of samples) counter.inc(labels, count);
    } else {
      const gauge = new Gauge(parts);
      for (const [labels, one] of samples) gauge.set(labels, one);
    }
  }
  return registry.metrics();
}

/** Upper bounds. Seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** @param registry whose text has the histogram */
export function createRequestTimes(registry: Registry) {
  return new Histogram({
    name: "nightshift_http_request_seconds",
    help: "Time of requests, by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: [registry],
  });
}

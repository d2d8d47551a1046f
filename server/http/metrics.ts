/** Metrics in the format of Prometheus. No label contains visitor data. Source: Prometheus, "Exposition formats". */

/** One value, or one for each set of labels. A metric without a value is left out. */
export type Value =
  | number
  | undefined
  | readonly (readonly [labels: Record<string, string>, value: number])[];

export type MetricRow = readonly [name: string, help: string, value: Value];

/** @param table names that end in `_total` are counters, the others gauges */
export function metricsText(table: readonly MetricRow[]): string {
  return table
    .map(([name, help, value]) => {
      const samples = typeof value === "number" ? [[{}, value] as const] : (value ?? []);
      if (samples.length === 0) return "";
      const type = name.endsWith("_total") ? "counter" : "gauge";
      return heading(name, help, type) + samples.map(([labels, one]) => line(name, labels, one)).join("");
    })
    .join("");
}

/** Upper bounds. Seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** A histogram of durations, for a bounded number of label sets. */
export function createHistogram(name: string, help: string) {
  const series = new Map<string, { labels: Record<string, string>; buckets: number[]; sum: number }>();
  return {
    observe(labels: Record<string, string>, seconds: number): void {
      const key = Object.values(labels).join(" ");
      const one = series.get(key) ?? { labels, buckets: Array.from(BUCKETS, () => 0).concat(0), sum: 0 };
      series.set(key, one);
      const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
      const place = bucket < 0 ? BUCKETS.length : bucket;
      one.buckets[place] = (one.buckets[place] ?? 0) + 1;
      one.sum += seconds;
    },

    text(): string {
      const samples = [...series.values()].flatMap(({ labels, buckets, sum }) => {
        let count = 0;
        const cumulative = buckets.map((more, place) =>
          line(`${name}_bucket`, { ...labels, le: String(BUCKETS[place] ?? "+Inf") }, (count += more)),
        );
        return [...cumulative, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, count)];
      });
      return samples.length === 0 ? "" : heading(name, help, "histogram") + samples.join("");
    },
  };
}

export type Histogram = ReturnType<typeof createHistogram>;

const heading = (name: string, help: string, type: string) =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

function line(name: string, labels: Record<string, string>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value === Infinity ? "+Inf" : value}\n`;
}

function escaped(label: string): string {
  return label
    .replaceAll("\\", "\\\\")
    .replaceAll('"', String.raw`\"`)
    .replaceAll("\n", String.raw`\n`);
}

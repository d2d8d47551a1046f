/** Routes for monitoring, of sites and workers: `/healthz`, `/readyz`, and `/metrics` for Prometheus. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { CalendarState } from "../../contract/booking.ts";
import type { BackupAges } from "../../contract/inbox.ts";
import type { Health } from "../../contract/leads-admin.ts";
import { STORE_RETRY_SECONDS } from "../storage/store.ts";
import { createHasKey } from "./secret-key.ts";

export interface Counts {
  /** Undefined while the store cannot be used. */
  health: Health | undefined;
  accepted: number;
  unnamedProxy: number;
  /** Leads that were rejected because too many were being stored, or came in a minute. */
  rejected: number;
  backupAges: BackupAges;
  calendars: readonly CalendarState[];
}

export interface MonitoringOptions {
  /** Why this program cannot work now, as public text, within four seconds; undefined when it can. */
  fault: () => Promise<string | undefined>;
  /** Reads `/metrics`; without it nobody does. */
  metricsKey: string | undefined;
  /** The store's counts, in a site; undefined while the store cannot be used. */
  health?: () => Promise<Health | undefined>;
  metrics: (health: Health | undefined) => string;
  /** How long `/metrics` waits for the store: less than the ten seconds for which Prometheus waits for `/metrics`. */
  patienceMs?: number;
}

export async function monitoring(app: FastifyInstance, options: MonitoringOptions): Promise<void> {
  const { fault, metricsKey, health, metrics, patienceMs = 4_000 } = options;
  const inTime = <T>(work: Promise<T>) => Promise.race([work, sleep(patienceMs, undefined, { ref: false })]);
  const hasKey = metricsKey === undefined ? () => false : createHasKey(metricsKey);
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });

  app.get("/healthz", (_request, reply) => reply.send({ status: "up" }));

  app.get("/readyz", async (_request, reply) => {
    const reason = await fault();
    if (reason === undefined) return { status: "ready" };
    reply.code(503).header("retry-after", STORE_RETRY_SECONDS);
    return { status: "store unavailable", reason };
  });

  app.get("/metrics", async (request, reply) => {
    reply.type("text/plain; version=0.0.4; charset=utf-8");
    if (!hasKey(request)) {
      return reply.code(401).header("www-authenticate", "Bearer").send("This needs METRICS_KEY.\n");
    }
    const [reason, counted] = await Promise.all([fault(), health && inTime(health())]);
    const help = "1 while /readyz answers 200.";
    return metricsText([["nightshift_ready", help, Number(reason === undefined)]]) + metrics(counted);
  });
}

const ofHealth = (health: Health): MetricRow[] => [
  ["leads_open", "Leads without an answer.", health.open],
  ["leads_overdue", "Leads without an answer after the promised time.", health.overdue],
  ["leads_suspected", "Suspected leads: somebody has to decide whether they are spam.", health.suspected],
  [
    "retention_waiting",
    "Leads older than RETENTION_DAYS that are deleted on the next days, at most a tenth in a day.",
    health.purgeWaits,
  ],
  ["calls_upcoming", "Booked calls that are not over.", health.upcomingCalls],
  ["deliveries_undelivered", "Deliveries that are due and not sent.", health.undelivered],
  ["deliveries_dead", "Deliveries that were given up.", health.dead],
  [
    "mails_written",
    "Mails about open leads and calls that are only written to files, since SMTP_URL is not set.",
    health.written,
  ],
  [
    "mails_withheld",
    "Mails to visitors that wait for you, since their mailboxes had their mails of the day.",
    health.withheld,
  ],
  [
    "mail_to_agency_failing",
    "Mails to you that failed and are retried, or were given up although the lead or call is open.",
    health.mailToAgencyFailing,
  ],
  [
    "deliveries_oldest_undelivered_seconds",
    "Time since the oldest undelivered delivery was due.",
    health.oldestUndeliveredSeconds,
  ],
  [
    "deliveries_failing",
    "Failed deliveries that are not sent, by their last reason.",
    Object.entries(health.failuresByReason).map(([reason, count]) => [{ reason }, count]),
  ],
];

export function siteMetrics(
  { health, accepted, unnamedProxy, rejected, backupAges, calendars }: Counts,
  now: number,
): string {
  const ageOf = ({ readAt = "" }: CalendarState) => Math.round((now - Date.parse(readAt)) / 1000);
  const table: MetricRow[] = [
    ...(health ? ofHealth(health) : []),
    ["leads_accepted_total", "Leads that this process stored.", accepted],
    [
      "forwarded_unnamed_total",
      "Requests from a proxy that TRUST_PROXY does not name: all visitors behind it look like one.",
      unnamedProxy,
    ],
    ["leads_turned_away_total", "Leads that were refused because too many arrived at once.", rejected],
    [
      "backup_age_seconds",
      "Age of the newest backup beside the store (local) and on another machine (elsewhere).",
      Object.entries(backupAges).map(([place, age]) => [{ place }, age]),
    ],
    [
      "calendar_age_seconds",
      "Time since the calendar was last read; NaN if it never was.",
      calendars.map((one) => [{ calendar: String(one.number) }, ageOf(one)]),
    ],
    [
      "calendar_skipped_events",
      "Dates with events that were not read whole: their repetitions block nothing.",
      calendars.map((one) => [{ calendar: String(one.number) }, one.skipped.length]),
    ],
  ];
  return metricsText(table.map(([name, help, value]) => [`nightshift_${name}`, help, value]));
}

/** One value, or one for each set of labels. A metric without a value is left out. */
export type Value =
  | number
  | undefined
  | readonly (readonly [labels: Record<string, string>, value: number])[];

export type MetricRow = readonly [name: string, help: string, value: Value];

/** No label has visitor data. Source: Prometheus, "Exposition formats". @param table `…_total` are counters, others gauges */
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
      const none = () => ({ labels, buckets: Array.from(BUCKETS, () => 0).concat(0), sum: 0 });
      const one = series.getOrInsertComputed(Object.values(labels).join(" "), none);
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

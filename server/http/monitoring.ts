/** Routes for monitoring, of sites and workers: `/healthz`, `/readyz`, and `/metrics` for Prometheus. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { CalendarState } from "../../contract/booking.ts";
import type { BackupAges } from "../../contract/inbox.ts";
import type { Health } from "../../contract/leads-admin.ts";
import { STORE_RETRY_SECONDS } from "../store/store.ts";
import { metricsText, type MetricRow } from "./metrics.ts";
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
  metrics: (health: Health | undefined) => Promise<string>;
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
    const ready = await metricsText([["nightshift_ready", help, Number(reason === undefined)]]);
    return ready + (await metrics(counted));
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
): Promise<string> {
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

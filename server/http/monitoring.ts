/** Routes for monitoring: `/healthz`, `/readyz`, and `/metrics` for Prometheus. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { CalendarState } from "../../contract/booking.ts";
import type { BackupAges } from "../../contract/inbox.ts";
import type { Health } from "../../contract/leads-admin.ts";
import { STORE_RETRY_SECONDS } from "../store/store.ts";
import type { MetricRow } from "./metrics.ts";
import { createIsKey } from "./secret-key.ts";

export interface Counts {
  isReady: boolean;
  /** Undefined while the store cannot be used. */
  health: Health | undefined;
  accepted: number;
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
  /** The store's counts; undefined while the store cannot be used. */
  health: () => Promise<Health | undefined>;
  metrics: (isReady: boolean, health: Health | undefined) => Promise<string>;
  /** How long `/metrics` waits for the store: less than the ten seconds for which Prometheus waits for `/metrics`. */
  patienceMs?: number;
}

export async function monitoring(app: FastifyInstance, options: MonitoringOptions): Promise<void> {
  const { fault, metricsKey, health, metrics, patienceMs = 4_000 } = options;
  const inTime = <T>(work: Promise<T>) => Promise.race([work, sleep(patienceMs, undefined, { ref: false })]);
  const isKey = metricsKey === undefined ? () => false : createIsKey(metricsKey);
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
    // Source: RFC 6750.
    const [, bearer = ""] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
    if (!isKey(bearer)) {
      return reply.code(401).header("www-authenticate", "Bearer").send("This needs METRICS_KEY.\n");
    }
    const [reason, counted] = await Promise.all([fault(), inTime(health())]);
    return metrics(reason === undefined, counted);
  });
}

const ofHealth = (health: Health, now: number): MetricRow[] => [
  ["leads_open", "Leads without an answer.", health.open],
  ["leads_overdue", "Leads without an answer after the promised time.", health.overdue],
  ["leads_suspected", "Suspected leads: somebody has to decide whether they are spam.", health.suspected],
  [
    "retention_waiting",
    "Leads older than RETENTION_DAYS that are deleted on the next days, at most a tenth in a day.",
    health.purgeWaits,
  ],
  ["deliveries_undelivered", "Deliveries that are due and not sent.", health.undelivered],
  ["deliveries_dead", "Deliveries that were given up.", health.dead],
  [
    "mail_to_agency_failing",
    "Mails to you that failed and are retried, or were given up although the lead or call is open.",
    health.mailToAgencyFailing,
  ],
  [
    "deliveries_oldest_undelivered_seconds",
    "Time since the oldest undelivered delivery was due.",
    health.undeliveredSince === undefined ? 0 : secondsSince(health.undeliveredSince, now),
  ],
];

const secondsSince = (time: string, now: number) => Math.round((now - Date.parse(time)) / 1000);

export function siteRows(
  { isReady, health, accepted, rejected, backupAges, calendars }: Counts,
  now: number,
): MetricRow[] {
  const ageOf = ({ readAt = "" }: CalendarState) => Math.round((now - Date.parse(readAt)) / 1000);
  return [
    ["ready", "1 while /readyz answers 200.", Number(isReady)],
    ...(health ? ofHealth(health, now) : []),
    ["leads_accepted_total", "Leads that this process stored.", accepted],
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
  ];
}

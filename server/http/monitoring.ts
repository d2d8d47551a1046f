/** Routes for monitoring: `/healthz`, `/readyz`, and `/metrics`, without visitor data. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Counter, Gauge, register, Registry } from "prom-client";
import { isEmptied, type CalendarState } from "../../contract/call/booking.ts";
import type { BackupAges } from "../../contract/inbox/backup-ages.ts";
import type { Health } from "../../contract/inbox/leads-admin.ts";
import { RETRY_SECONDS } from "../store/store.ts";
import { isHidden } from "./request-hooks.ts";
import { createIsKey } from "./secret-key.ts";

export type MetricRow = readonly [
  name: string,
  help: string,
  value: number | Samples,
];
type Samples = readonly (readonly [
  labels: Record<string, string>,
  value: number,
])[];

export interface MonitoringParts {
  /** Tells the public why this program cannot work; undefined if it can. Takes 4 s at most. */
  fault: () => Promise<string | undefined>;
  /** Undefined if nobody may read the metrics. */
  metricsKey: string | undefined;
  /** Undefined while the store cannot be used. */
  health: () => Promise<Health | undefined>;
  rows: (health: Health | undefined) => readonly MetricRow[];
  /** How long `/metrics` waits for the store: less than the ten seconds that Prometheus waits. */
  patienceMs?: number;
}

export async function monitoring(
  app: FastifyInstance,
  parts: MonitoringParts,
): Promise<void> {
  const { fault, metricsKey, health, rows, patienceMs = 4_000 } = parts;
  const isKey =
    metricsKey === undefined ? () => false : createIsKey(metricsKey);
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });

  // The launch check asks for this from outside.
  app.get("/healthz", (request, reply) => {
    const visitor = isHidden(request) ? "hidden" : undefined;
    return reply.send({ status: "up", visitor });
  });

  app.get("/readyz", async (_request, reply) => {
    const reason = await fault();
    if (reason === undefined) return { status: "ready" };
    reply.code(503).header("retry-after", RETRY_SECONDS);
    return { status: "store unavailable", reason };
  });

  app.get("/metrics", async (request, reply) => {
    reply.type("text/plain; version=0.0.4; charset=utf-8");
    // The header is `Authorization: Bearer <key>`. Source: RFC 6750.
    const [, bearer = ""] =
      /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
    if (!isKey(bearer))
      return reply
        .code(401)
        .header("www-authenticate", "Bearer")
        .send("This needs METRICS_KEY.\n");
    const timeLimit = sleep(patienceMs, undefined, { ref: false });
    const [reason, counts] = await Promise.all([
      fault(),
      Promise.race([health(), timeLimit]),
    ]);
    const ready: MetricRow = [
      "ready",
      "1 while /readyz answers 200.",
      Number(!reason),
    ];
    return (
      (await textOf([ready, ...rows(counts)])) + (await register.metrics())
    );
  });
}

function textOf(rows: readonly MetricRow[]): Promise<string> {
  const registry = new Registry();
  for (const [ownName, help, value] of rows) {
    const name = `nightshift_${ownName}`;
    const samples = typeof value === "number" ? [[{}, value] as const] : value;
    const [first] = samples;
    if (!first) continue;
    const options = {
      name,
      help,
      labelNames: Object.keys(first[0]),
      registers: [registry],
    };
    const metric = name.endsWith("_total")
      ? new Counter(options)
      : new Gauge(options);
    for (const [labels, count] of samples) metric.inc(labels, count);
  }
  return registry.metrics();
}

const secondsSince = (time: string, now: number) =>
  Math.round((now - Date.parse(time)) / 1000);

const PURGE_WAITS =
  "Leads older than RETENTION_DAYS, not yet deleted: at most a tenth of all is deleted a day.";
const MAIL_FAILING =
  "Mails to you that failed: retried mails, and given-up mails about an open lead or call.";

/** @param now milliseconds since 1970 */
export function storeRows(health: Health, now: number): readonly MetricRow[] {
  const { undeliveredSince: since } = health;
  const oldest = since === undefined ? 0 : secondsSince(since, now);
  return [
    ["leads_open", "Leads without an answer.", health.open],
    [
      "leads_overdue",
      "Leads without an answer after the promised time.",
      health.overdue,
    ],
    [
      "leads_suspected",
      "Suspected leads: somebody must judge whether they are spam.",
      health.suspected,
    ],
    ["retention_waiting", PURGE_WAITS, health.purgeWaits],
    [
      "deliveries_undelivered",
      "Deliveries that are due and not sent.",
      health.undelivered,
    ],
    ["deliveries_dead", "Deliveries that were given up.", health.dead],
    ["mail_to_agency_failing", MAIL_FAILING, health.mailToAgencyFailing],
    [
      "deliveries_oldest_undelivered_seconds",
      "Time since the oldest undelivered delivery was due.",
      oldest,
    ],
  ];
}

export const backupRow = (ages: BackupAges): MetricRow => [
  "backup_age_seconds",
  "Age of the newest backup beside the store (local) and on another machine (elsewhere).",
  Object.entries(ages).map(([place, age]) => [{ place }, age]),
];

/** @param now milliseconds since 1970 */
export const calendarRow = (
  calendars: readonly CalendarState[],
  now: number,
): MetricRow => [
  "calendar_age_seconds",
  "Time since the calendar was last read; NaN if it never was.",
  calendars.map((calendar) => {
    const { number, readAt = "", failingSince = "" } = calendar;
    const copiedAt = isEmptied(calendar) ? failingSince : readAt;
    return [{ calendar: String(number) }, secondsSince(copiedAt, now)];
  }),
];

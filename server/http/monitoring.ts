/** `/metrics` for Prometheus: how delivery is doing, for who has the secret key. No label holds anything of a visitor. */
import type { CalendarState } from "../../contract/calendars.ts";
import type { Health } from "../../contract/leads-admin.ts";
import { STORE_RETRY_SECONDS } from "../storage/availability.ts";
import type { FastifyInstance } from "fastify";
import type { LeadsAdmin } from "../leads/leads-admin.ts";
import type { WorkerFailures } from "../outbox/worker.ts";
import type { HasSecretKey } from "./secret-key.ts";

/** What this process counts, since it started. */
export interface Counts {
  /** Undefined while there is no worker. */
  workerFailures: WorkerFailures | undefined;
  /** Requests through a proxy that TRUST_PROXY does not name. */
  unnamedProxy: number;
  /** Leads that were not taken since too many were being stored. */
  rejected: number;
  /** Seconds since the newest backup of the embedded store; undefined while there is none. */
  backupAge: number | undefined;
  /** Those of `CALENDAR_URLS` that were tried. */
  calendars: readonly CalendarState[];
  /** Milliseconds since 1970. */
  now: number;
}

export function registerMetrics(
  app: FastifyInstance,
  admin: LeadsAdmin,
  hasSecretKey: HasSecretKey,
  counts: () => Counts,
): void {
  app.get("/metrics", async (request, reply) => {
    reply.header("cache-control", "no-store").type("text/plain; version=0.0.4; charset=utf-8");
    if (!hasSecretKey(request)) {
      return reply.code(401).header("www-authenticate", "Bearer").send("This needs the secret key.\n");
    }
    const health = await admin.health({});
    if (health.kind === "ok") return reply.send(metrics(health.value, counts()));
    return reply.code(503).header("retry-after", STORE_RETRY_SECONDS).send("The store cannot be used now.\n");
  });
}

/** Source: Prometheus, "Exposition formats". */
function metrics(
  health: Health,
  { workerFailures, unnamedProxy, rejected, backupAge, calendars, now }: Counts,
): string {
  const reasons = Object.entries(health.failuresByReason);
  return [
    gauge("leads_open", "Leads without an answer.", health.open),
    gauge("leads_overdue", "Leads without an answer after the promised time.", health.overdue),
    gauge("leads_suspected", "Leads that somebody has to say of whether they are spam.", health.suspected),
    gauge(
      "retention_waiting",
      "Leads that RETENTION_DAYS deletes once you say yes: npm run leads -- purge.",
      health.purgeWaits,
    ),
    gauge("calls_upcoming", "Booked calls that are not over.", health.upcomingCalls),
    gauge("deliveries_undelivered", "Deliveries that should have been sent and are not.", health.undelivered),
    gauge("deliveries_dead", "Deliveries that are not tried any more.", health.dead),
    gauge("mails_written", "Mails about open leads that lie in files, for want of SMTP_URL.", health.written),
    gauge(
      "mail_to_agency_failing",
      "Mails to you that failed and wait, or about an open lead that are not tried any more.",
      health.mailToAgencyFailing,
    ),
    gauge(
      "deliveries_oldest_undelivered_seconds",
      "Since when the oldest of them should have been sent.",
      health.oldestUndeliveredSeconds,
    ),
    ...head("deliveries_failing", "Deliveries that failed and are not sent, by the last reason."),
    ...reasons.map(
      ([reason, count]) => `nightshift_deliveries_failing{reason="${escaped(reason)}"} ${count}\n`,
    ),
    ...head(
      "forwarded_unnamed_total",
      "Requests of a proxy that TRUST_PROXY does not name: visitors behind it are not told apart.",
      "counter",
    ),
    `nightshift_forwarded_unnamed_total ${unnamedProxy}\n`,
    ...head("leads_turned_away_total", "Leads that were not taken, since too many came at once.", "counter"),
    `nightshift_leads_turned_away_total ${rejected}\n`,
    backupAge === undefined ? "" : gauge("backup_age_seconds", "Since the newest backup.", backupAge),
    ...(calendars.length > 0 ? calendarAges(calendars, now) : []),
    ...(workerFailures ? failureCounts(workerFailures) : []),
  ].join("");
}

/** By place in `CALENDAR_URLS`: their addresses are secret. */
function calendarAges(calendars: readonly CalendarState[], now: number): string[] {
  return [
    ...head("calendar_age_seconds", "Since the calendar was read last; NaN while it never was."),
    ...calendars.map(({ number, readAt = "" }) => {
      const age = Math.round((now - Date.parse(readAt)) / 1000);
      return `nightshift_calendar_age_seconds{calendar="${number}"} ${age}\n`;
    }),
  ];
}

function failureCounts(failures: WorkerFailures): string[] {
  const counts = Object.entries(failures);
  return [
    ...head("worker_failures_total", "Claims and results that this process could not store.", "counter"),
    ...counts.map(([channel, count]) => `nightshift_worker_failures_total{channel="${channel}"} ${count}\n`),
  ];
}

function gauge(name: string, help: string, value: number): string {
  return [...head(name, help), `nightshift_${name} ${value}\n`].join("");
}

function head(name: string, help: string, type: "gauge" | "counter" = "gauge"): string[] {
  return [`# HELP nightshift_${name} ${help}\n`, `# TYPE nightshift_${name} ${type}\n`];
}

function escaped(label: string): string {
  return label
    .replaceAll("\\", "\\\\")
    .replaceAll('"', String.raw`\"`)
    .replaceAll("\n", String.raw`\n`);
}

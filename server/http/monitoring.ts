/** Routes for monitoring: `/healthz`, `/readyz`, and `/metrics` for Prometheus. */
import type { FastifyInstance } from "fastify";
import type { CalendarState } from "../../contract/calendars.ts";
import type { Health } from "../../contract/leads-admin.ts";
import type { LeadsAdmin } from "../leads/leads-admin.ts";
import type { WorkerFailures } from "../outbox/worker.ts";
import type { BackupAges } from "../storage/backups.ts";
import { STORE_RETRY_SECONDS } from "../storage/availability.ts";
import type { Store } from "../storage/operations.ts";
import { PROOF_HEADER, proofFor, type HasSecretKey } from "./secret-key.ts";

interface Counts {
  workerFailures: WorkerFailures | undefined;
  /** Requests through a proxy that TRUST_PROXY does not name. */
  unnamedProxy: number;
  /** Leads that were rejected since too many were being stored. */
  rejected: number;
  backupAges: BackupAges;
  calendars: readonly CalendarState[];
}

export interface MonitoringOptions {
  store: Pick<Store, "fault">;
  admin: Pick<LeadsAdmin, "health">;
  secretKey: string;
  hasMetricsKey: HasSecretKey;
  counts: () => Counts;
  now: () => number;
}

export async function monitoring(app: FastifyInstance, options: MonitoringOptions): Promise<void> {
  const { store, admin, secretKey, hasMetricsKey, counts, now } = options;
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });

  // The process answers, and shows a program that knows the secret key that it knows it too.
  app.get("/healthz", (request, reply) => {
    const proof = proofFor(secretKey, String(request.headers[PROOF_HEADER] ?? ""));
    if (proof !== undefined) reply.header(PROOF_HEADER, proof);
    return reply.send({ status: "up" });
  });

  app.get("/readyz", async (_request, reply) => {
    const reason = await store.fault();
    if (reason === undefined) return { status: "ready" };
    reply.code(503).header("retry-after", STORE_RETRY_SECONDS);
    return { status: "store unavailable", reason };
  });

  app.get("/metrics", async (request, reply) => {
    reply.type("text/plain; version=0.0.4; charset=utf-8");
    if (!hasMetricsKey(request)) {
      return reply.code(401).header("www-authenticate", "Bearer").send("This needs METRICS_KEY.\n");
    }
    const health = await admin.health({});
    if (health.kind === "ok") return reply.send(metrics(health.value, counts(), now()));
    return reply.code(503).header("retry-after", STORE_RETRY_SECONDS).send("The store cannot be used now.\n");
  });
}

/** One value, or one for each value of a label; undefined: the metric is left out. */
type Value = number | undefined | { label: string; values: (readonly [string, number])[] };

/** No label holds anything of a visitor, nor the address of a calendar. */
function metrics(health: Health, counts: Counts, now: number): string {
  const { workerFailures, calendars } = counts;
  const ages = Object.entries(counts.backupAges);
  const ageOf = ({ readAt = "" }: CalendarState) => Math.round((now - Date.parse(readAt)) / 1000);
  const table: [name: string, help: string, value: Value][] = [
    ["leads_open", "Leads without an answer.", health.open],
    ["leads_overdue", "Leads without an answer after the promised time.", health.overdue],
    ["leads_suspected", "Leads that somebody has to say of whether they are spam.", health.suspected],
    [
      "retention_waiting",
      "Leads that RETENTION_DAYS deletes once you say yes: npm run leads -- purge.",
      health.purgeWaits,
    ],
    ["calls_upcoming", "Booked calls that are not over.", health.upcomingCalls],
    ["deliveries_undelivered", "Deliveries that should have been sent and are not.", health.undelivered],
    ["deliveries_dead", "Deliveries that are not tried any more.", health.dead],
    [
      "mails_written",
      "Mails about open leads and calls that lie in files, for want of SMTP_URL.",
      health.written,
    ],
    [
      "mail_to_agency_failing",
      "Mails to you that failed and wait, or about an open lead or a call that are not tried any more.",
      health.mailToAgencyFailing,
    ],
    [
      "deliveries_oldest_undelivered_seconds",
      "Since when the oldest of them should have been sent.",
      health.oldestUndeliveredSeconds,
    ],
    [
      "deliveries_failing",
      "Deliveries that failed and are not sent, by the last reason.",
      { label: "reason", values: Object.entries(health.failuresByReason) },
    ],
    [
      "forwarded_unnamed_total",
      "Requests of a proxy that TRUST_PROXY does not name: visitors behind it are not told apart.",
      counts.unnamedProxy,
    ],
    ["leads_turned_away_total", "Leads that were not taken, since too many came at once.", counts.rejected],
    [
      "backup_age_seconds",
      "Since the newest backup beside the store (local), and on another machine (elsewhere).",
      ages.length === 0 ? undefined : { label: "place", values: ages },
    ],
    [
      "calendar_age_seconds",
      "Since the calendar was read last; NaN while it never was.",
      calendars.length === 0
        ? undefined
        : { label: "calendar", values: calendars.map((one) => [String(one.number), ageOf(one)]) },
    ],
    [
      "worker_failures_total",
      "Claims and results that this process could not store.",
      workerFailures && { label: "channel", values: Object.entries(workerFailures) },
    ],
  ];
  return table.map(([name, help, value]) => metric(`nightshift_${name}`, help, value)).join("");
}

/** Source: Prometheus, "Exposition formats". */
function metric(name: string, help: string, value: Value): string {
  if (value === undefined) return "";
  const type = name.endsWith("_total") ? "counter" : "gauge";
  const samples =
    typeof value === "number"
      ? [`${name} ${value}\n`]
      : value.values.map(
          ([key, one]) => `${name}{${value.label}="${escaped(key)}"} ${one === Infinity ? "+Inf" : one}\n`,
        );
  return [`# HELP ${name} ${help}\n`, `# TYPE ${name} ${type}\n`, ...samples].join("");
}

function escaped(label: string): string {
  return label
    .replaceAll("\\", "\\\\")
    .replaceAll('"', String.raw`\"`)
    .replaceAll("\n", String.raw`\n`);
}

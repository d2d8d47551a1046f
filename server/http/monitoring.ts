/**
 * Routes for monitoring: `/healthz`, `/readyz`,
 * and `/metrics`, without visitor data.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { register } from "prom-client";
import { isEmptied, type CalendarState } from "../../contract/call/booking.ts";
import type { BackupAges } from "../../contract/inbox/backup-ages.ts";
import { RETRY_SECONDS } from "../store/store.ts";
import { isHidden } from "./request-hooks.ts";
import { createIsKey } from "./secret-key.ts";

export type MetricRow = readonly [
  name: string,
  help: string,
  value: number | Samples,
];
type Samples = readonly (readonly [labels: string, value: number])[];

export interface MonitoringParts {
  /**
   * Tells the public why this program cannot
   * work; undefined if it can. Takes 4 s at most.
   */
  fault: () => Promise<string | undefined>;
  /** Undefined if nobody may read the metrics. */
  metricsKey: string | undefined;
  /** None while the store cannot be used. */
  storeRows: () => Promise<readonly MetricRow[]>;
  processRows: () => readonly MetricRow[];
}

/**
 * How long `/metrics` waits for the store: less
 * than the ten seconds that Prometheus waits.
 */
const PATIENCE_MS = 4_000;

export async function monitoring(
  app: FastifyInstance,
  parts: MonitoringParts,
): Promise<void> {
  const { fault, metricsKey } = parts;
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
    const timeLimit = sleep(PATIENCE_MS, [], { ref: false });
    const [reason, stored] = await Promise.all([
      fault(),
      Promise.race([parts.storeRows(), timeLimit]),
    ]);
    const rows: MetricRow[] = [
      ["ready", "1 while /readyz answers 200.", Number(!reason)],
      ...stored,
      ...parts.processRows(),
    ];
    return rows.map(textOf).join("") + (await register.metrics());
  });
}

/** In Prometheus's text format. */
function textOf([ownName, help, value]: MetricRow): string {
  const name = `nightshift_${ownName}`;
  const samples = typeof value === "number" ? [["", value]] : value;
  const lines = samples.map(([labels, number]) => `${name}${labels} ${number}`);
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...lines,
    "\n",
  ].join("\n");
}

export const secondsSince = (time: string, now: number) =>
  Math.round((now - Date.parse(time)) / 1000);

export const backupRow = (ages: BackupAges): MetricRow => [
  "backup_age_seconds",
  "Age of the newest backup beside the store (local) and on another machine (elsewhere).",
  Object.entries(ages).map(([place, age]) => [`{place="${place}"}`, age]),
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
    return [`{calendar="${number}"}`, secondsSince(copiedAt, now)];
  }),
];

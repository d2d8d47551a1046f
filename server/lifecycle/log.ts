import type { FastifyBaseLogger } from "fastify";
import { pino } from "pino";
import type { BuildManifest } from "../../contract/http/build-manifest.ts";
import { readTarget } from "../../contract/mail/delivery.ts";
import { mailFolderIn } from "../deliveries/settings.ts";
import type { Env, StoreLocation } from "../settings/env.ts";
import { isFile } from "../settings/files-in.ts";
import { LEADS } from "../settings/leads-command.ts";
import { sqlitePath } from "../store/open-store.ts";

const MAX_WAITING_BYTES = 1 << 20;

/**
 * At a terminal, logs only warnings and errors. Elsewhere, also logs requests.
 * If the program that reads the log is behind, lines are dropped.
 */
export function createLog(): FastifyBaseLogger {
  const { stdout } = process;
  const write = (line: string) => {
    if (stdout.writableLength < MAX_WAITING_BYTES) stdout.write(line);
  };
  return pino({ level: stdout.isTTY ? "warn" : "info", base: null }, { write });
}

interface Started {
  env: Env;
  origin: string;
  storeReady: boolean;
  manifest: BuildManifest;
  unknown: string[];
  team: readonly string[];
  inboxLink?: string | undefined;
}

/**
 * Shows no user, no password, and only the hosts
 * of webhooks, whose addresses may be secret.
 */
export function startLines(started: Started): string[] {
  const { env, origin, storeReady, manifest } = started;
  const { unknown, inboxLink, team } = started;
  const { dataDir, databaseUrl, publicKey, retentionDays } = env;
  const { smtp, webhookUrls, linkSecret, webhookSecrets } = env.outbox;
  const hosts = [
    ...new Set(
      webhookUrls.map((target) => new URL(readTarget(target).url).host),
    ),
  ];
  const { unready } = manifest;
  const way = smtp ? "is mailed" : `comes from \`${LEADS} inbox\``;
  const inbox =
    inboxLink ??
    `at /inbox for ${team.join(", ")}; the link that opens it ${way}`;
  return [
    `The site is at ${origin}`,
    `  leads      ${storePlace(env)}`,
    !storeReady &&
      "             not available yet: until it is, visitors are asked to send again",
    // With different keys, a process would refuse leads
    // of another's pages, and links of its mails.
    databaseUrl !== undefined &&
      [publicKey, linkSecret, webhookSecrets].includes(undefined) &&
      "             more processes on this database need the same keys: share DATA_DIR, or set LEADS_PUBLIC_KEY, LINK_SECRET and WEBHOOK_SECRET",
    databaseUrl !== undefined &&
      isFile(sqlitePath(dataDir)) &&
      `             ${sqlitePath(dataDir)} is not read, since DATABASE_URL is set`,
    smtp
      ? `  mail       goes out through ${smtp.host}:${smtp.port}`
      : `  mail       is written to ${mailFolderIn(dataDir)}; SMTP_URL sends it`,
    `  webhooks   ${hosts.join(", ") || "none: WEBHOOK_URLS names the receivers of each lead"}`,
    // Governments change zones at short notice,
    // and each Node has the rules of its day.
    `  zone       ${env.outbox.timeZone}, by the rules of ${process.versions.tz}`,
    retentionDays !== undefined &&
      `  retention  leads are deleted after ${retentionDays} days`,
    `  inbox      ${inbox}`,
    inboxLink !== undefined &&
      "             opens the inbox once, within 12 hours",
    unready > 0 &&
      `  launch     samples and placeholders left: ${unready}; ${LEADS} launch-check names them`,
    unknown.length > 0 &&
      `  ${unknown.join(", ")}: nothing reads a variable with this name`,
  ].filter((line) => line !== false);
}

function storePlace({ databaseUrl, dataDir }: StoreLocation): string {
  if (databaseUrl === undefined) return sqlitePath(dataDir);
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `PostgreSQL at ${host || (searchParams.get("host") ?? "localhost")}${pathname}`;
}

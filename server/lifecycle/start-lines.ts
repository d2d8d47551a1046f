/** The few lines that a person reads at the start. */
import { relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { readTarget } from "../../contract/delivery.ts";
import { isServedByTls } from "../../contract/security-policy.ts";
import { isSiteField, siteVariable, type Env, type StoreLocation } from "../configuration/env.ts";
import { mailFolderIn } from "../outbox/channels/mail/mail-folder.ts";
import { sqlitePath } from "../storage/open-store.ts";

export interface Started {
  env: Env;
  port: number;
  /** Whether a lead can be stored already. */
  storeReady: boolean;
  /** The file of keys that were made; undefined when they come from the environment. */
  keptKeys: string | undefined;
  manifest: BuildManifest;
  /** Variables that were probably meant to be one of ours. */
  unknown: string[];
  /** Mails about open leads that lie in files. */
  written?: number;
}

/** Else a page from one process could not send its lead to another. */
const SHARED_KEYS =
  "more processes on this database need the same keys: share the file, or set the variables";

export function startLines(started: Started): string[] {
  const { env, port, storeReady, keptKeys, manifest, unknown, written = 0 } = started;
  const lines = [
    `The site is at ${address(env.host, port)}`,
    `  leads      ${home(env)}`,
    ...(storeReady ? [] : ["             not there yet: until it is, visitors are asked to send again"]),
    `  read key   ${keptKeys === undefined ? "LEADS_SECRET_KEY" : `${shown(keptKeys)} (secretKey)`}`,
    ...(env.databaseUrl === undefined || keptKeys === undefined ? [] : [`             ${SHARED_KEYS}`]),
    ...outgoingLines(env, written),
    `  inbox      ${inbox(env, manifest.site.contactEmail)}`,
    ...(env.rateLimit.perMinute === 0
      ? ["  limit      off: RATE_LIMIT_PER_MINUTE=0 takes any number of leads"]
      : []),
    ...(env.trustProxy === false && isServedByTls(manifest)
      ? ["  proxy      not named: without TRUST_PROXY the visitors behind it are not told apart"]
      : []),
    ...(env.funnel ? [] : ["  funnel     off: FUNNEL=off counts no visits"]),
    ...(env.outbox.worker ? [] : ["  worker     off: `npm run worker` has to send what is due"]),
  ];
  if (manifest.unconfigured.length > 0) {
    lines.push(`  still a placeholder: ${manifest.unconfigured.map(siteVariable).join(", ")}`);
  }
  if (manifest.unready > 0) {
    lines.push(`  ${manifest.unready} samples and placeholders are left before launch: npm run launch-check`);
  }
  const stale = Object.keys(env.site)
    .filter(isSiteField)
    .filter((field) => manifest.site[field] !== env.site[field])
    .map(siteVariable);
  if (!isDeepStrictEqual(env.otherOrigins, manifest.otherOrigins)) stale.push("ANALYTICS_SCRIPT or ALLOW_…");
  if (stale.length > 0) {
    lines.push(`  ${stale.join(", ")} changed since the build: run \`npm run build\` for it to show`);
  }
  if (unknown.length > 0) lines.push(`  ${unknown.join(", ")}: nothing reads a variable of this name`);
  return lines;
}

/** Without the user and the password. */
function home({ databaseUrl, dataDir }: StoreLocation): string {
  if (databaseUrl === undefined) return shown(sqlitePath(dataDir));
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `PostgreSQL at ${host || (searchParams.get("host") ?? "localhost")}${pathname}`;
}

/** What `npm run worker` says. */
export function workerLines(env: Env): string[] {
  return ["The worker sends what is due", `  leads      ${home(env)}`, ...outgoingLines(env)];
}

function outgoingLines(env: Env, written = 0): string[] {
  return [
    `  mail       ${mail(env)}`,
    ...(env.outbox.smtp && written > 0
      ? [
          `             earlier ones only lie in files: \`npm run leads -- resend --written\` sends ${written}`,
        ]
      : []),
    ...webhooks(env),
    ...(env.retentionDays === undefined
      ? []
      : [`  retention  leads are deleted after ${env.retentionDays} days`]),
  ];
}

/** Without the user and the password. */
function mail({ outbox, dataDir }: Env): string {
  if (outbox.smtp) return `goes out through ${outbox.smtp.host}:${outbox.smtp.port}`;
  return `is written to ${shown(mailFolderIn(dataDir))}; SMTP_URL sends it`;
}

/** Who can open it, and where the mail with the link to it is. */
function inbox({ outbox: { smtp, teamEmails, notifyEmail }, dataDir }: Env, contactEmail: string): string {
  const team = teamEmails ?? notifyEmail ?? [contactEmail];
  const way = smtp ? "mailed" : `in ${shown(mailFolderIn(dataDir))}/*.sign-in.eml`;
  return `at /inbox for ${team.join(", ")}; the link that opens it is ${way}`;
}

/** Addresses of webhooks often hold a secret; hosts do not. */
function webhooks({ outbox }: Env): string[] {
  const hosts = [...new Set(outbox.webhookUrls.map((target) => new URL(readTarget(target).url).host))];
  return [`  webhooks   ${hosts.join(", ") || "none: WEBHOOK_URLS names those who are told of each lead"}`];
}

function address(host: string, port: number): string {
  const isWildcard = ["127.0.0.1", "::1", "0.0.0.0", "::", "localhost"].includes(host);
  const name = isWildcard ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function shown(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith("..") ? path : `./${fromHere}`;
}

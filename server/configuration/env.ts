/** The only reader of the environment. Each error names its variable; nothing here ends the process. */
import { isIP } from "node:net";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { TrustProxy } from "../app.ts";
import { LOG_LEVELS, type LogLevel } from "../http/request-log.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { StoreLocation } from "../storage/open-store.ts";
import type { OtherOrigins } from "../../contract/other-origins.ts";
import type { SiteConfig } from "../../contract/build-manifest.ts";
import { EnvError, key, list, origins, parsed, text, wholeNumber, type EnvSource } from "./env-values.ts";
import { parseOtherOrigins } from "./other-origins.ts";
import { parseStaticBackend, type StaticBackend } from "./static-env.ts";
import { readOutbox, type OutboxEnv } from "./outbox-env.ts";
import { unknownVariables } from "./variables.ts";

export { EnvError, type EnvSource };
export type { StaticBackend };

export interface Env extends StoreLocation {
  port: number;
  host: string;
  /** Absolute path of the folder that the build wrote; undefined: `dist/` of the project. */
  distDir: string | undefined;
  publicKey: string | undefined;
  secretKey: string | undefined;
  /** Undefined: decided by whether a person is watching. */
  logLevel: LogLevel | undefined;
  /** Origins that may call the wire from a browser; undefined: every origin. */
  corsOrigins: string[] | undefined;
  rateLimit: RateLimit;
  trustProxy: TrustProxy;
  /** Daily backups of the embedded store; 0: none are made. */
  backupsKept: number;
  site: Partial<SiteConfig>;
  otherOrigins: OtherOrigins;
  /** Whether invented testimonials may stand at a public address. */
  allowSamples: boolean;
  outbox: OutboxEnv;
  /** After so many days leads are deleted; undefined: never. */
  retentionDays: number | undefined;
}

const SITE_VARIABLES: Record<keyof SiteConfig, string> = {
  siteUrl: "SITE_URL",
  brandName: "BRAND_NAME",
  contactEmail: "CONTACT_EMAIL",
  contactPhone: "CONTACT_PHONE",
  schedulingUrl: "SCHEDULING_URL",
};

const DEFAULT_PORT = 3000;
/** In the project, wherever the program was started from: else a start from elsewhere would find an empty store. */
const DATA_DIR = fileURLToPath(new URL("../../data", import.meta.url));
/** Two weeks. */
const DEFAULT_BACKUPS_KEPT = 14;
const DEFAULT_RATE_PER_MINUTE = 60;
/** More addresses than that, all sending as much as they may, are no visitors. */
const DEFAULT_TOTAL_FACTOR = 10;

/**
 * Reads every variable the server knows. An empty value counts as not set.
 *
 * @throws {EnvError} naming the first variable that cannot be used.
 */
export function readEnv(source: EnvSource = process.env): Env {
  const publicKey = key(source, "LEADS_PUBLIC_KEY");
  const secretKey = key(source, "LEADS_SECRET_KEY");
  if (publicKey !== undefined && publicKey === secretKey) {
    throw new EnvError("LEADS_SECRET_KEY", "is the same as LEADS_PUBLIC_KEY, which every visitor can see.");
  }
  const distDir = text(source, "DIST_DIR");
  return {
    port: wholeNumber(source, "PORT", 0, 65_535) ?? DEFAULT_PORT,
    host: text(source, "HOST") ?? "127.0.0.1",
    ...readStoreLocation(source),
    distDir: distDir === undefined ? undefined : resolve(distDir),
    publicKey,
    secretKey,
    logLevel: logLevel(source),
    corsOrigins: text(source, "CORS_ORIGINS") === "*" ? undefined : origins(source, "CORS_ORIGINS"),
    rateLimit: rateLimit(source),
    trustProxy: trustProxy(source),
    backupsKept: wholeNumber(source, "BACKUPS_KEPT", 0, 1_000) ?? DEFAULT_BACKUPS_KEPT,
    site: readSiteOverrides(source),
    otherOrigins: readOtherOrigins(source),
    allowSamples:
      parsed(source, "ALLOW_SAMPLES", (value) => value === "yes" || undefined, "must be yes, or left out.") ??
      false,
    outbox: readOutbox(source),
    retentionDays: wholeNumber(source, "RETENTION_DAYS", 1, 36_500),
  };
}

/** The part of it that says where the data are. @throws {EnvError} naming the variable that cannot be used. */
export function readStoreLocation(source: EnvSource = process.env): StoreLocation {
  return { dataDir: resolve(text(source, "DATA_DIR") ?? DATA_DIR), databaseUrl: databaseUrl(source) };
}

/** The agency's own data as far as the environment sets it. Whether it makes sense is checked by the build. */
export function readSiteOverrides(source: EnvSource = process.env): Partial<SiteConfig> {
  const overrides: Partial<SiteConfig> = {};
  for (const [field, variable] of Object.entries(SITE_VARIABLES)) {
    const value = text(source, variable);
    if (value !== undefined && isSiteField(field)) overrides[field] = value;
  }
  return overrides;
}

/** The variable that sets a field of the agency's data. */
export function siteVariable(field: keyof SiteConfig): string {
  return SITE_VARIABLES[field];
}

export function isSiteField(name: string): name is keyof SiteConfig {
  return Object.hasOwn(SITE_VARIABLES, name);
}

/** The value holds a password, and is never shown. */
function databaseUrl(source: EnvSource): string | undefined {
  const value = text(source, "DATABASE_URL");
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !["postgres:", "postgresql:"].includes(url.protocol) || url.pathname.length < 2) {
    throw new EnvError("DATABASE_URL", "must look like postgres://user:password@host:5432/database.");
  }
  if (/%(?![0-9a-f]{2})/i.test(value)) {
    throw new EnvError("DATABASE_URL", "has a % that stands for nothing. Write %25 for a % in a password.");
  }
  // The driver checks the certificate for these as well, and prints a page about its next version.
  return value.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}

function logLevel(source: EnvSource): LogLevel | undefined {
  const value = text(source, "LOG_LEVEL");
  if (value === undefined) return undefined;
  const level = LOG_LEVELS.find((known) => known === value);
  if (!level) throw new EnvError("LOG_LEVEL", `must be one of ${LOG_LEVELS.join(", ")}, but is "${value}".`);
  return level;
}

function rateLimit(source: EnvSource): RateLimit {
  const given = wholeNumber(source, "RATE_LIMIT_PER_MINUTE", 0, 1_000_000);
  const perMinute = given ?? DEFAULT_RATE_PER_MINUTE;
  const total = wholeNumber(source, "RATE_LIMIT_TOTAL_PER_MINUTE", 0, 1_000_000);
  return {
    perMinute,
    totalPerMinute: total ?? perMinute * DEFAULT_TOTAL_FACTOR,
    includeLoopback: given !== undefined || text(source, "TRUST_PROXY") !== undefined,
  };
}

function trustProxy(source: EnvSource): TrustProxy {
  const proxies = list(source, "TRUST_PROXY");
  if (proxies === undefined) return false;
  const [first] = proxies;
  if (proxies.length === 1 && first !== undefined && /^\d+$/.test(first)) {
    return wholeNumber(source, "TRUST_PROXY", 1, 16) ?? false;
  }
  for (const proxy of proxies) {
    const [address = "", prefix] = proxy.split("/");
    const named = ["loopback", "linklocal", "uniquelocal"].includes(proxy);
    if (!named && (isIP(address) === 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix)))) {
      throw new EnvError(
        "TRUST_PROXY",
        `must be a number of hops or a list of addresses, but has "${proxy}".`,
      );
    }
  }
  return proxies;
}

/** Whether leads go to a server of our own, and not from pages alone to another's. */
export const hasServer = (source: EnvSource = process.env): boolean =>
  text(source, "LEADS_API_URL") === undefined;

/** Where a site without a server of its own sends leads. @throws {EnvError} naming what is missing or cannot be used. */
export const readStaticBackend = (source: EnvSource = process.env): StaticBackend =>
  parseStaticBackend(source);

/** What pages have of other origins; built in as well. @throws {EnvError} naming the variable that cannot be used. */
export const readOtherOrigins = (source: EnvSource = process.env): OtherOrigins => parseOtherOrigins(source);

/** Variables that were probably meant to be one of ours: of the environment, and of the project's `.env`. */
export function unknownInEnv(source: EnvSource = process.env): string[] {
  return unknownVariables(source, fileURLToPath(new URL("../../.env", import.meta.url)));
}

/** The whole environment with additions, for a child process. */
export function withEnv(additions: Record<string, string>): EnvSource {
  return { ...process.env, ...additions };
}

/** Vite and React ask this variable: a build is for the public, whatever the shell that starts it is for. */
export function setProduction(): void {
  process.env.NODE_ENV = "production";
}

/** The PostgreSQL server that the tests use; without it they start one of their own. */
export function readTestPostgres(source: EnvSource = process.env): string | undefined {
  return text(source, "TEST_POSTGRES_URL");
}

/** Whether this is a machine that checks changes, where nothing may be left out. */
export function isCi(source: EnvSource = process.env): boolean {
  return text(source, "CI") !== undefined;
}

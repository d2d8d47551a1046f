/** The only reader of the environment. Each error names its variable; nothing here ends the process. */
import { fileURLToPath } from "node:url";
import type { OtherOrigins } from "../../contract/other-origins.ts";
import type { SiteConfig } from "../../contract/build-manifest.ts";
import { parseCalendarUrl, parseTarget } from "./target.ts";
import { unknownVariables } from "./unknown-variables.ts";
import { EnvError, read, type EnvSource } from "./values.ts";
import {
  OriginVariables,
  OutboxVariables,
  ServerVariables,
  SiteVariables,
  StaticVariables,
  StoreVariables,
  TestVariables,
} from "./variables.ts";

export { EnvError, type EnvSource };
/** Whose `X-Forwarded-For` is believed: nobody's, that of the last n hops, or that of these addresses. */
export type TrustProxy = false | number | string[];

/** Where the data are. */
export interface StoreLocation {
  /** Absolute path of the folder with the embedded store and the keys. */
  dataDir: string;
  /** `postgres://…`: leads are kept there and not in `dataDir`. */
  databaseUrl: string | undefined;
}

export type Env = ReturnType<typeof readEnv>;
export type StaticBackend = ReturnType<typeof readStaticBackend>;

/** Wherever the program was started from: else a start from elsewhere would find an empty store. */
const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const DEFAULT_RATE_PER_MINUTE = 60;
/** More addresses than that, all sending as much as they may, are no visitors. */
const DEFAULT_TOTAL_FACTOR = 10;

/**
 * Reads every variable the server knows. An empty value counts as not set.
 *
 * @throws {EnvError} naming the first variable that cannot be used.
 */
export function readEnv(source: EnvSource = process.env) {
  if (!globalThis.Temporal)
    throw new EnvError("Node", `has to be 26 or newer to run the site, but is ${process.versions.node}.`);
  const set = read(ServerVariables, source);
  if (set.LEADS_PUBLIC_KEY !== undefined && set.LEADS_PUBLIC_KEY === set.LEADS_SECRET_KEY) {
    throw new EnvError("LEADS_SECRET_KEY", "is the same as LEADS_PUBLIC_KEY, which every visitor can see.");
  }
  const trustProxy: TrustProxy = set.TRUST_PROXY ?? false;
  const perMinute = set.RATE_LIMIT_PER_MINUTE ?? DEFAULT_RATE_PER_MINUTE;
  return {
    port: set.PORT ?? 3000,
    host: set.HOST ?? "127.0.0.1",
    ...readStoreLocation(source),
    /** The folder that the build wrote. */
    distDir: set.DIST_DIR ?? inProject("dist"),
    publicKey: set.LEADS_PUBLIC_KEY,
    secretKey: set.LEADS_SECRET_KEY,
    /** Undefined: decided by whether a person is watching. */
    logLevel: set.LOG_LEVEL,
    /** Origins that may call the wire from a browser; undefined: every origin. */
    corsOrigins: set.CORS_ORIGINS === "*" ? undefined : set.CORS_ORIGINS,
    rateLimit: {
      perMinute,
      totalPerMinute: set.RATE_LIMIT_TOTAL_PER_MINUTE ?? perMinute * DEFAULT_TOTAL_FACTOR,
      includeLoopback: (set.RATE_LIMIT_PER_MINUTE ?? set.TRUST_PROXY) !== undefined,
    },
    trustProxy,
    /** Daily backups of the embedded store; 0: none are made. */
    backupsKept: set.BACKUPS_KEPT ?? 14,
    site: readSiteOverrides(source),
    otherOrigins: readOtherOrigins(source),
    /** Whether invented testimonials may stand at a public address. */
    allowSamples: set.ALLOW_SAMPLES === "yes",
    outbox: readOutbox(source),
    /** Whether visits are counted. */
    funnel: set.FUNNEL !== "off",
    /** After so many days leads are deleted; undefined: never. */
    retentionDays: set.RETENTION_DAYS,
  };
}

function readOutbox(source: EnvSource) {
  const set = read(OutboxVariables, source);
  const webhookUrls = set.WEBHOOK_URLS ?? [];
  const webhookAllowHosts = set.WEBHOOK_ALLOW_HOSTS?.map((host) => host.toLowerCase()) ?? [];
  webhookUrls.forEach((url, index) => {
    if (parseTarget(url, webhookAllowHosts)) return;
    throw new EnvError(
      "WEBHOOK_URLS",
      `must list https:// addresses without a password, with slack: or discord: before those of chats (http:// only for hosts in WEBHOOK_ALLOW_HOSTS); number ${index + 1} is none.`,
    );
  });
  const calendarUrls = set.CALENDAR_URLS ?? [];
  calendarUrls.forEach((url, index) => {
    if (parseCalendarUrl(url, webhookAllowHosts)) return;
    throw new EnvError(
      "CALENDAR_URLS",
      `must list https:// or webcal:// addresses (http:// only for hosts in WEBHOOK_ALLOW_HOSTS); number ${index + 1} is none.`,
    );
  });
  return {
    /** Undefined: mails are written as files into the data folder. */
    smtp: set.SMTP_URL,
    /** Undefined: the site's contact address; of who is told, too. */
    mailFrom: set.MAIL_FROM,
    notifyEmail: set.NOTIFY_EMAIL,
    /** Who may open the inbox; undefined: who is told. */
    teamEmails: set.TEAM_EMAILS,
    /** IANA name. */
    timeZone: set.TIME_ZONE ?? "America/New_York",
    webhookUrls,
    webhookAllowHosts,
    /** Calendars whose events keep times from being open. Each address is as good as a password. */
    calendarUrls,
    /** `whsec_…`, the newest first. Undefined: the kept one; of links, too. */
    webhookSecrets: set.WEBHOOK_SECRET,
    linkSecret: set.LINK_SECRET,
    /** Whether the site process sends what is due; otherwise somebody else has to. */
    worker: set.WORKER !== "off",
  };
}

/** The part of it that says where the data are. @throws {EnvError} naming the variable that cannot be used. */
export function readStoreLocation(source: EnvSource = process.env): StoreLocation {
  const { DATA_DIR, DATABASE_URL } = read(StoreVariables, source);
  return { dataDir: DATA_DIR ?? inProject("data"), databaseUrl: DATABASE_URL };
}

const SITE_VARIABLES = {
  siteUrl: "SITE_URL",
  brandName: "BRAND_NAME",
  contactEmail: "CONTACT_EMAIL",
  contactPhone: "CONTACT_PHONE",
  schedulingUrl: "SCHEDULING_URL",
} as const satisfies Record<keyof SiteConfig, keyof typeof SiteVariables.entries>;

/** The agency's own data as far as the environment sets it. Whether it makes sense is checked by the build. */
export function readSiteOverrides(source: EnvSource = process.env): Partial<SiteConfig> {
  const set = read(SiteVariables, source);
  const overrides: Partial<SiteConfig> = {};
  for (const field of Object.keys(SITE_VARIABLES).filter(isSiteField)) {
    const value = set[SITE_VARIABLES[field]];
    if (value !== undefined) overrides[field] = value;
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

/** Whether leads go to a server of our own, and not from pages alone to another's. */
export const hasServer = (source: EnvSource = process.env): boolean =>
  (source.LEADS_API_URL?.trim() ?? "") === "";

/**
 * Where a site without a server of its own sends leads (without a slash at the end), and the key that stands in every page.
 *
 * @throws {EnvError} naming what is missing or cannot be used.
 */
export function readStaticBackend(source: EnvSource = process.env) {
  const { LEADS_API_URL: apiUrl, LEADS_API_KEY: apiKey } = read(StaticVariables, source);
  if (apiUrl === undefined) throw missing("LEADS_API_URL", "https://abcdefgh.supabase.co");
  if (apiKey === undefined) throw missing("LEADS_API_KEY", "the public (anon or publishable) key");
  return { apiUrl, apiKey };
}

function missing(variable: string, example: string): EnvError {
  return new EnvError(variable, `is not set. It is needed for a site without a server: ${example}.`);
}

/** What pages have of other origins; built in as well. @throws {EnvError} naming the variable that cannot be used. */
export function readOtherOrigins(source: EnvSource = process.env): OtherOrigins {
  const set = read(OriginVariables, source);
  return {
    ...(set.ANALYTICS_SCRIPT && { analytics: set.ANALYTICS_SCRIPT }),
    script: set.ALLOW_SCRIPT ?? [],
    frame: set.ALLOW_FRAME ?? [],
    connect: set.ALLOW_CONNECT ?? [],
  };
}

/** Variables that were probably meant to be one of ours: of the environment, and of the project's `.env`. */
export function unknownInEnv(source: EnvSource = process.env): string[] {
  return unknownVariables(source, inProject(".env"));
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
  return read(TestVariables, source).TEST_POSTGRES_URL;
}

/** Whether this is a machine that checks changes, where nothing may be left out. */
export function isCi(source: EnvSource = process.env): boolean {
  return read(TestVariables, source).CI !== undefined;
}

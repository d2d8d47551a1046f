/** The only reader of the environment. Each error names its variable; nothing here ends the process. */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import type { SiteConfig, OtherOrigins } from "../../contract/build-manifest.ts";
import { parseCalendarUrl, parseTarget } from "../network/checked-host.ts";
import { EnvError, IN_FILE, read, type EnvSource } from "./values.ts";
import * as variables from "./variables.ts";

export { EnvError, type EnvSource };
export type Env = ReturnType<typeof readEnv>;
export type StaticBackend = ReturnType<typeof readStaticBackend>;
/** The proxies whose `X-Forwarded-For` is trusted: none, the last n hops, or these addresses. */
export type TrustProxy = false | number | string[];

export interface StoreLocation {
  /** Absolute path of the folder with the embedded store and the keys. */
  dataDir: string;
  /** `postgres://…`: leads are kept there and not in `dataDir`. */
  databaseUrl: string | undefined;
}

const DEFAULT_RATE_PER_MINUTE = 60;
/** More addresses than this, all sending as much as they may, are not visitors. */
const DEFAULT_TOTAL_FACTOR = 10;

/** Reads every variable. An empty value counts as not set. @throws {EnvError} naming the first that cannot be used */
export function readEnv(source: EnvSource = process.env) {
  if (!globalThis.Temporal)
    throw new EnvError("Node", `has to be 26 or newer to run the site, but is ${process.versions.node}.`);
  const set = read(variables.ServerVariables, source);
  if (set.LEADS_PUBLIC_KEY !== undefined && set.LEADS_PUBLIC_KEY === set.LEADS_SECRET_KEY)
    throw new EnvError("LEADS_SECRET_KEY", "is the same as LEADS_PUBLIC_KEY, which every visitor can see.");
  const trustProxy: TrustProxy = set.TRUST_PROXY ?? false;
  const perMinute = set.RATE_LIMIT_PER_MINUTE ?? DEFAULT_RATE_PER_MINUTE;
  return {
    port: set.PORT,
    host: set.HOST,
    /** The port on which `npm run worker` answers monitoring; undefined: none. */
    workerPort: set.WORKER_PORT,
    ...readStoreLocation(source),
    distDir: set.DIST_DIR,
    publicKey: set.LEADS_PUBLIC_KEY,
    secretKey: set.LEADS_SECRET_KEY,
    /** Reads `/metrics` and nothing else. */
    metricsKey: set.METRICS_KEY,
    /** The socket that systemd listens on for the site, as a file descriptor; undefined: the site opens its own. */
    inheritedSocket: inheritedSocket(source),
    /** Undefined: depends on whether a person watches the terminal. */
    logLevel: set.LOG_LEVEL,
    /** Origins that may call the REST API from a browser; undefined: every origin. */
    corsOrigins: set.CORS_ORIGINS === "*" ? undefined : set.CORS_ORIGINS,
    rateLimit: {
      perMinute,
      totalPerMinute: set.RATE_LIMIT_TOTAL_PER_MINUTE ?? perMinute * DEFAULT_TOTAL_FACTOR,
      includeLoopback: (set.RATE_LIMIT_PER_MINUTE ?? set.TRUST_PROXY) !== undefined,
    },
    trustProxy,
    /** Daily backups of the embedded store; 0: none are made. */
    backupsKept: set.BACKUPS_KEPT,
    site: readSiteOverrides(source),
    otherOrigins: readOtherOrigins(source),
    allowSamples: readAllowSamples(source),
    outbox: readOutbox(source),
    funnel: set.FUNNEL,
    /** The number of days after which leads are deleted; undefined: never. */
    retentionDays: set.RETENTION_DAYS,
  };
}

/** The sockets begin at number 3, and belong to the process LISTEN_PID. Source: systemd, sd_listen_fds(3). */
function inheritedSocket({ LISTEN_PID, LISTEN_FDS }: EnvSource): number | undefined {
  return LISTEN_PID === String(process.pid) && Number(LISTEN_FDS) > 0 ? 3 : undefined;
}

function readOutbox(source: EnvSource) {
  const set = read(variables.OutboxVariables, source);
  const webhookAllowHosts = set.WEBHOOK_ALLOW_HOSTS?.map((host) => host.toLowerCase()) ?? [];
  const usable = (variable: "WEBHOOK_URLS" | "CALENDAR_URLS", parse: typeof parseTarget, kind: string) => {
    const urls = set[variable] ?? [];
    const wrong = urls.findIndex((url) => !parse(url, webhookAllowHosts));
    const problem = `must list ${kind} (http:// only for hosts in WEBHOOK_ALLOW_HOSTS); number ${wrong + 1} is none.`;
    if (wrong >= 0) throw new EnvError(variable, problem);
    return urls;
  };
  const webhook = "https:// addresses without a password, with slack: or discord: before those of chats";
  return {
    /** Undefined: mails are written as files into the data folder. */
    smtp: set.SMTP_URL,
    /** The sender, and the recipients of notifications; undefined: the site's contact address. */
    mailFrom: set.MAIL_FROM,
    notifyEmail: set.NOTIFY_EMAIL,
    /** Addresses that may open the inbox; undefined: those of `notifyEmail`. */
    teamEmails: set.TEAM_EMAILS,
    timeZone: set.TIME_ZONE,
    /** When reminders and alarms may come; undefined: always. */
    alertHours: set.ALERT_HOURS && { weekly: set.ALERT_HOURS, timeZone: set.TIME_ZONE },
    webhookUrls: usable("WEBHOOK_URLS", parseTarget, webhook),
    webhookAllowHosts,
    /** Calendars whose events keep times from being open. Each address is as good as a password. */
    calendarUrls: usable("CALENDAR_URLS", parseCalendarUrl, "https:// or webcal:// addresses"),
    /** `whsec_…`, the newest first. Undefined, as is `linkSecret`: the kept one. */
    webhookSecrets: set.WEBHOOK_SECRET,
    linkSecret: set.LINK_SECRET,
    /** Whether the site process sends deliveries; if not, `npm run worker` must. */
    worker: set.WORKER,
  };
}

/** @throws {EnvError} naming the variable that cannot be used. */
export function readStoreLocation(source: EnvSource = process.env): StoreLocation {
  const { DATA_DIR, DATABASE_URL } = read(variables.StoreVariables, source);
  return { dataDir: DATA_DIR, databaseUrl: DATABASE_URL };
}

const SITE_VARIABLES = {
  siteUrl: "SITE_URL",
  brandName: "BRAND_NAME",
  contactEmail: "CONTACT_EMAIL",
  contactPhone: "CONTACT_PHONE",
  schedulingUrl: "SCHEDULING_URL",
} as const satisfies Record<keyof SiteConfig, keyof typeof variables.SiteVariables.entries>;

/** The agency's own data that the environment sets. The build checks the values. */
export function readSiteOverrides(source: EnvSource = process.env): Partial<SiteConfig> {
  const set = read(variables.SiteVariables, source);
  const overrides: Partial<SiteConfig> = {};
  for (const field of Object.keys(SITE_VARIABLES).filter(isSiteField)) {
    const value = set[SITE_VARIABLES[field]];
    if (value !== undefined) overrides[field] = value;
  }
  return overrides;
}

/** Whether sample testimonials may stand at a public address. */
export const readAllowSamples = (source: EnvSource = process.env): boolean =>
  read(variables.SiteVariables, source).ALLOW_SAMPLES === "yes";

export const siteVariable = (field: keyof SiteConfig): string => SITE_VARIABLES[field];

export function isSiteField(name: string): name is keyof SiteConfig {
  return Object.hasOwn(SITE_VARIABLES, name);
}

/** Whether leads go to a server of ours, and not from a static site to another server. */
export const hasServer = (source: EnvSource = process.env): boolean =>
  (source.LEADS_API_URL?.trim() ?? "") === "";

/** The address, without a slash at the end, and the key of a site without a server. @throws {EnvError} */
export function readStaticBackend(source: EnvSource = process.env) {
  const { LEADS_API_URL: apiUrl, LEADS_API_KEY: apiKey } = read(variables.StaticVariables, source);
  if (apiUrl === undefined) throw missing("LEADS_API_URL", "https://abcdefgh.supabase.co");
  if (apiKey === undefined) throw missing("LEADS_API_KEY", "the public (anon or publishable) key");
  return { apiUrl, apiKey };
}

function missing(variable: string, example: string): EnvError {
  return new EnvError(variable, `is not set. It is needed for a site without a server: ${example}.`);
}

/** Other origins that pages use; built in as well. @throws {EnvError} naming the variable that cannot be used. */
export function readOtherOrigins(source: EnvSource = process.env): OtherOrigins {
  const set = read(variables.OriginVariables, source);
  return {
    ...(set.ANALYTICS_SCRIPT && { analytics: set.ANALYTICS_SCRIPT }),
    script: set.ALLOW_SCRIPT ?? [],
    frame: set.ALLOW_FRAME ?? [],
    connect: set.ALLOW_CONNECT ?? [],
  };
}

/** Prefixes that no other program's variables have. */
const OURS =
  /^(?:LEADS|RATE_LIMIT|TRUST_PROX|CORS|SMTP|NOTIFY|WEBHOOK|LINK|RETENTION|SITE|ALERT_H|BRAND|BACKUP|CONTACT|SCHEDULING|ANALYTICS_S|ALLOW_[SFC])/;

/** Variables that look like ours and that nothing reads. @param file the settings, which may be missing */
export function unknownInEnv(source: EnvSource = process.env, file: string = variables.inHome(".env")) {
  const lookLikeOurs = Object.keys(source).filter((name) => OURS.test(name));
  return [...new Set([...namesIn(file), ...lookLikeOurs])].filter(
    (name) => !variables.VARIABLES.includes(name.endsWith(IN_FILE) ? name.slice(0, -IN_FILE.length) : name),
  );
}

function namesIn(file: string): string[] {
  try {
    return Object.keys(parseEnv(readFileSync(file, "utf8")));
  } catch {
    return [];
  }
}

export function withEnv(additions: Record<string, string>): EnvSource {
  return { ...process.env, ...additions };
}

/** Vite and React read this variable: a build is always for production, whatever the shell sets. */
export function setProduction(): void {
  process.env.NODE_ENV = "production";
}

/** The PostgreSQL server that the tests use; without it they start one of their own. */
export function readTestPostgres(source: EnvSource = process.env): string | undefined {
  return read(variables.TestVariables, source).TEST_POSTGRES_URL;
}

/** Whether this machine runs CI, which may leave nothing out. */
export function isCi(source: EnvSource = process.env): boolean {
  return read(variables.TestVariables, source).CI !== undefined;
}

import type { SiteConfig } from "../../contract/http/build-manifest.ts";
import { parseCalendarUrl, parseTarget } from "./checked-host.ts";
import { OperatorError } from "./operator-error.ts";
import {
  IN_FILE,
  readFrom,
  readVariable,
  variableOf,
  type EnvSource,
} from "./values.ts";
import * as variables from "./variables.ts";

export { variableOf, type EnvSource };
export type Env = ReturnType<typeof readEnv>;
export type StaticBackend = ReturnType<typeof readStaticBackend>;
export type StoreLocation = ReturnType<typeof readStoreLocation>;

/**
 * The limit for one address. No group of
 * people behind one address sends more leads.
 */
const LEADS_PER_MINUTE = 10;

/**
 * Reads a server's variables. @throws {OperatorError}
 * for an unusable variable, or an old Node
 */
export function readEnv(source: EnvSource = process.env) {
  if (!globalThis.Temporal)
    throw new OperatorError(
      `Node must be version 26 or newer, but is ${process.versions.node}.`,
    );
  const { leadsPublicKey, trustProxy, ...set } = readFrom(
    variables.ServerVariables,
    source,
  );
  const outbox = readOutbox(source);
  const secrets = {
    METRICS_KEY: set.metricsKey,
    LINK_SECRET: outbox.linkSecret,
  };
  for (const [name, secret] of Object.entries(secrets))
    if (secret !== undefined && secret === leadsPublicKey)
      throw new OperatorError(
        `${name} is the same as LEADS_PUBLIC_KEY, which every visitor can see.`,
      );
  return {
    ...set,
    ...readStoreLocation(source),
    distDir: readFrom(variables.TestVariables, source).testDist,
    publicKey: leadsPublicKey,
    rateLimit: {
      /** For one address. */
      perMinute: LEADS_PER_MINUTE,
      /**
       * For all addresses together, this machine's included. 0: no such limit.
       */
      totalPerMinute: set.rateLimitTotalPerMinute,
      /** Only tests count the visitors of this machine. */
      includeLoopback: false,
    },
    trustProxy: trustProxy ?? (false as const),
    contentDir: readContentDir(source),
    site: readSiteOverrides(source),
    outbox,
  };
}

function readOutbox(source: EnvSource) {
  const { smtpUrl, webhookSecret, ...set } = readFrom(
    variables.OutboxVariables,
    source,
  );
  const { webhookAllowHosts = [] } = set;
  const check = (
    name: string,
    urls: string[] = [],
    parse: typeof parseTarget,
    kind: string,
  ) => {
    const wrong = urls.findIndex((url) => !parse(url, webhookAllowHosts));
    if (wrong === -1) return urls;
    const hosts = "http:// only for hosts in WEBHOOK_ALLOW_HOSTS";
    throw new OperatorError(
      `${name} must list ${kind} (${hosts}); address ${wrong + 1} is wrong.`,
    );
  };
  const webhook =
    "https:// addresses without a password, also after slack: or discord:";
  const calendar = "https:// or webcal:// addresses";
  return {
    ...set,
    smtp: smtpUrl,
    webhookUrls: [
      ...new Set(check("WEBHOOK_URLS", set.webhookUrls, parseTarget, webhook)),
    ],
    webhookAllowHosts,
    calendarUrls: check(
      "CALENDAR_URLS",
      set.calendarUrls,
      parseCalendarUrl,
      calendar,
    ),
    webhookSecrets: webhookSecret,
  };
}

const readStoreLocation = (source: EnvSource) =>
  readFrom(variables.StoreVariables, source);

/**
 * The agency's data, if set in the environment. The build checks the values.
 */
export function readSiteOverrides(
  source: EnvSource = process.env,
): Partial<SiteConfig> {
  const set = Object.entries(readFrom(variables.SiteVariables, source));
  return Object.fromEntries(set.filter(([, value]) => value !== undefined));
}

export const readContentDir = (source: EnvSource = process.env): string =>
  readFrom(variables.ContentVariables, source).contentDir;

export const SAMPLE_CONTENT = variables.inProject("content");

export type SiteSettings = Pick<Env, "contentDir" | "site"> &
  Partial<Pick<Env, "databaseUrl">>;

/**
 * Whether this program receives leads; otherwise
 * a static site sends them to another server.
 */
export const hasServer = (): boolean =>
  readVariable("LEADS_API_URL", process.env) === undefined;

/**
 * A static site's address for leads, without a
 * trailing slash, and its key. @throws {OperatorError}
 */
export const readStaticBackend = (source: EnvSource = process.env) =>
  readFrom(variables.StaticVariables, source);

export function unknownInEnv(source: EnvSource = process.env) {
  return Object.keys(source).filter(
    (name) =>
      variables.PREFIXES.test(name.replaceAll("_", "")) &&
      !variables.VARIABLES.includes(name.replace(/_FILE$/, "")),
  );
}

/** The address of a site on this machine. */
export function localOrigin(host: string, port: number): string {
  const isLocal = ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host);
  const hostInUrl = host.includes(":") ? `[${host}]` : host;
  return `http://${isLocal ? "localhost" : hostInUrl}:${port}`;
}

export function withEnv(additions: Record<string, string>): EnvSource {
  return { ...process.env, ...additions };
}

/**
 * The settings of a trial, and of `npm run dev`: nothing changes the owner's
 * store, and no mail or event leaves this machine.
 */
export function offline(
  additions: Record<string, string> & { DATA_DIR: string },
): EnvSource {
  const unset = variables.OUTWARD.flatMap((name) => [name, name + IN_FILE]).map(
    (name) => [name, ""],
  );
  return withEnv({ ...Object.fromEntries(unset), ...additions });
}

/**
 * Removes all settings but those for tests:
 * tests must not touch an owner's folders.
 */
export function dropSettings(): void {
  const ofTests = Object.keys(variables.TestVariables.entries).map(variableOf);
  const names = variables.VARIABLES.filter((name) => !ofTests.includes(name));
  for (const one of names.flatMap((name) => [name, name + IN_FILE]))
    delete process.env[one];
}

/**
 * Vite and React read this variable. Builds
 * are for production, whatever the shell sets.
 */
export function setProduction(): void {
  process.env.NODE_ENV = "production";
}

export const readTestSettings = () =>
  readFrom(variables.TestVariables, process.env);

export const isCi = (): boolean => readTestSettings().ci !== undefined;

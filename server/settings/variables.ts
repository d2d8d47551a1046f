/** Messages never show a value that may be secret. */

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { attempt } from "../../contract/attempt.ts";
import { REST_PATH } from "../../contract/http/routes.ts";
import { cleanEmail } from "../../contract/lead/mailbox.ts";
import { isEmailAddress } from "../../contract/lead/validation.ts";
import { maybeText } from "../../contract/texts.ts";
import { hostOf } from "./checked-host.ts";
import * as values from "./values.ts";

const path = v.pipe(
  values.checked(
    (name) => !/^~|\$[\w{]|%\w+%/.test(name),
    "must be a path without ~, $ or %.",
  ),
  v.transform(resolve),
);

/**
 * An absolute path, because a start from
 * another folder must not find an empty store.
 */
export const inProject = (name: string) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url));

const database = v.pipe(
  values.checked(
    values.namesDatabase,
    "must be like postgres://user:password@host:5432/database, with special characters percent-encoded.",
  ),
  v.check(
    (url) => !/%(?![0-9a-f]{2})/i.test(url),
    "has a % without two hex digits. Write %25 for a % in a password.",
  ),
  // The driver treats these modes like
  // `verify-full`, but prints a long warning.
  v.transform((url) =>
    url.replace(
      /([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/,
      "$1verify-full",
    ),
  ),
);

export const StoreVariables = v.object({
  dataDir: v.optional(path, inProject("data")),
  databaseUrl: v.optional(database),
});

export const ContentVariables = v.object({
  contentDir: v.optional(path, inProject("content")),
});

/** The build checks these texts. */
const siteKeys = [
  "siteUrl",
  "brandName",
  "contactEmail",
  "contactPhone",
  "schedulingUrl",
] as const;
export const SiteVariables = v.object(v.entriesFromList(siteKeys, maybeText));

const proxies = values.each(
  values.isProxy,
  (proxy) => `must be a number of hops, or addresses, but has "${proxy}".`,
);

const isHost = (host: string) => !/[[/\s*]|^[^:]+:[^:]*$/.test(host);

const ownHost = values.checked(isHost, "must be like 0.0.0.0, without a port.");

export const ServerVariables = v.object({
  port: v.optional(values.whole(0, 65_535), "3000"),
  host: v.optional(ownHost, "127.0.0.1"),
  leadsPublicKey: v.optional(values.key),
  metricsKey: v.optional(values.key),
  rateLimitTotalPerMinute: v.optional(values.whole(0, 1_000_000), "600"),
  trustProxy: v.optional(
    v.lazy((value) =>
      /^\d+$/.test(String(value)) ? values.whole(1, 16) : proxies,
    ),
  ),
  retentionDays: v.optional(values.whole(1, 36_500)),
  allowSamples: v.optional(v.literal("yes", "must be yes, or not set.")),
});

/** Refuses names in capitals only, such as `EST`, which has no summer time. */
const timeZone = values.parsed((name) => {
  const id =
    attempt(() => Temporal.Now.zonedDateTimeISO(name).timeZoneId) ?? "";
  return /[a-z]|UTC/.test(id) ? id : undefined;
}, "must be a time zone like America/New_York.");

const smtpServer = values.parsed(
  values.parseSmtpUrl,
  "must be like smtps://user:password@mail.example.com, with special characters percent-encoded.",
);

const mailbox = values.parsed(
  values.parseMailbox,
  "must be an address like hello@example.com or Example <hello@example.com>.",
);

const addresses = v.pipe(
  values.each(
    (address) => isEmailAddress(cleanEmail(address)),
    () =>
      "must list addresses like hello@example.com, separated by commas, with no letter like ü before an @.",
    /[,;]|\s(?=[^\s<>]+@)/,
  ),
  v.mapItems(cleanEmail),
);

/** @returns the host as a `URL` has it; empty for a text that is none */
function hostAsInUrl(host: string): string {
  const url = URL.parse(`http://${host.includes(":") ? `[${host}]` : host}`);
  return url ? hostOf(url) : "";
}

const hosts = v.pipe(
  values.each(
    (host) => isHost(host) && hostAsInUrl(host) !== "",
    (host) =>
      `must list hosts like hooks.local, without http://, port or path and with commas between them, but has "${host}".`,
  ),
  v.mapItems(hostAsInUrl),
);

const urls = values.each(
  (url) => !/\s|;(?:\w+:)+\/\//.test(url),
  () => "must have a comma between two addresses, and no space inside one.",
);

const webhookSecrets = values.each(
  values.isWebhookSecret,
  () =>
    "must be whsec_ and 24 to 64 bytes in base64, or several of these, the newest first.",
  /[\s,]+/,
);

export const OutboxVariables = v.object({
  timeZone: v.optional(timeZone, "America/New_York"),
  smtpUrl: v.optional(smtpServer),
  mailFrom: v.optional(mailbox),
  notifyEmail: v.optional(addresses),
  webhookAllowHosts: v.optional(hosts),
  webhookUrls: v.optional(urls),
  calendarUrls: v.optional(urls),
  webhookSecret: v.optional(webhookSecrets),
  linkSecret: v.optional(values.key),
});

const needed = (what: string) =>
  v.string(`is not set. A site without a server needs it: ${what}.`);

const apiAddress = v.pipe(
  needed("https://abcdefgh.supabase.co"),
  v.check(
    values.isPlainAddress,
    "must be an address like https://abcdefgh.supabase.co.",
  ),
  v.transform((url) => new URL(url)),
  v.check(
    ({ protocol, hostname }) =>
      protocol === "https:" ||
      ["localhost", "127.0.0.1", "[::1]"].includes(hostname),
    "must start with https://, or visitors' data travels unencrypted.",
  ),
  v.transform(
    ({ origin, pathname }) =>
      origin +
      (pathname.replace(/(?:\/lead_submissions)?\/*$/, "") || REST_PATH),
  ),
);

const apiKey = v.pipe(
  needed("the public (anon or publishable) key"),
  values.key,
  v.check(
    (value) => !/^(sb|ns)_secret_/.test(value),
    "is a secret key. Every visitor could read all leads with it: use the public key.",
  ),
  v.check(
    (value) => values.roleOf(value) === "anon",
    ({ input }) =>
      `is a token for the role ${values.roleOf(input)}. It is in every page: use the token for anon.`,
  ),
);

export const StaticVariables = v.object({
  leadsApiUrl: apiAddress,
  leadsApiKey: apiKey,
});

/**
 * Set on machines that test. TEST_DIST is
 * the folder of a build that a test made.
 */
export const TestVariables = v.object({
  testDist: v.optional(path, inProject("dist")),
  testPostgresUrl: maybeText,
  ci: maybeText,
});

export const VARIABLES: readonly string[] = [
  StoreVariables,
  ContentVariables,
  SiteVariables,
  ServerVariables,
  OutboxVariables,
  StaticVariables,
  TestVariables,
].flatMap((schema) => Object.keys(schema.entries).map(values.variableOf));

/**
 * Settings that let something leave this
 * machine, or that change the owner's store.
 */
export const OUTWARD = [
  "DATABASE_URL",
  "SMTP_URL",
  "WEBHOOK_URLS",
  "CALENDAR_URLS",
  "RETENTION_DAYS",
];

/**
 * Our variables begin with these words, without `_`; others
 * rarely do. `SITES` belongs to compose.yaml.
 */
export const PREFIXES = new RegExp(
  "^(?:LEADS|RATELIMIT|TRUSTPROX|SMTP|SMPT|MAILF|NOTIFY|WEBHOOK|CALENDARU|LINK|METRICS|DATABASEU|RETENTION|" +
    "SITE(?!S$)|CONTENTD|BRAND|CONTACT|SCHEDUL|ALLOWS|TIMEZ|DATADI)",
  "i",
);

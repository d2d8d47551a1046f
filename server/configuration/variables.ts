/** Every variable, and what it has to be. What is said of a wrong one never shows what may be a secret. */
import { isIP } from "node:net";
import { resolve } from "node:path";
import * as v from "valibot";
import { isEmailAddress, isTimeZone } from "../../contract/validation.ts";
import { REST_PATH } from "../../contract/rest-api.ts";
import { parseMailbox } from "./mailbox.ts";
import { parseSmtpUrl } from "./smtp-url.ts";
import { parseScript } from "./analytics-script.ts";
import { checked, each, key, origins, parsed, whole } from "./values.ts";

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const text = v.string();
const path = v.pipe(text, v.transform(resolve));
const perMinute = whole(0, 1_000_000);
const onOrOff = v.picklist(["on", "off"], "must be on or off.");

export const StoreVariables = v.object({
  DATA_DIR: path,
  DATABASE_URL: v.pipe(
    checked(namesDatabase, "must look like postgres://user:password@host:5432/database."),
    v.check(
      (url) => !/%(?![0-9a-f]{2})/i.test(url),
      "has a % that stands for nothing. Write %25 for a % in a password.",
    ),
    // The driver checks the certificate for these as well, and prints a page about its next version.
    v.transform((url) => url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full")),
  ),
});

/** Whether it makes sense is checked by the build. */
export const SiteVariables = v.object({
  SITE_URL: text,
  BRAND_NAME: text,
  CONTACT_EMAIL: text,
  CONTACT_PHONE: text,
  SCHEDULING_URL: text,
});

export const OriginVariables = v.object({
  ANALYTICS_SCRIPT: parsed(
    parseScript,
    "must be the address of a script and then its data- attributes, like https://count.example/script.js data-site=agency.example.",
  ),
  ALLOW_SCRIPT: origins,
  ALLOW_FRAME: origins,
  ALLOW_CONNECT: origins,
});

export const ServerVariables = v.object({
  PORT: whole(0, 65_535),
  HOST: text,
  DIST_DIR: path,
  LEADS_PUBLIC_KEY: key,
  LEADS_SECRET_KEY: key,
  LOG_LEVEL: v.picklist(
    LOG_LEVELS,
    ({ received }) => `must be one of ${LOG_LEVELS.join(", ")}, but is ${received}.`,
  ),
  CORS_ORIGINS: v.union([v.literal("*"), origins]),
  RATE_LIMIT_PER_MINUTE: perMinute,
  RATE_LIMIT_TOTAL_PER_MINUTE: perMinute,
  TRUST_PROXY: v.lazy((value) => (/^\d+$/.test(String(value)) ? whole(1, 16) : proxies)),
  BACKUPS_KEPT: whole(0, 1_000),
  ALLOW_SAMPLES: v.literal("yes", "must be yes, or left out."),
  FUNNEL: onOrOff,
  RETENTION_DAYS: whole(1, 36_500),
});

const proxies = each(
  isProxy,
  (proxy) => `must be a number of hops or a list of addresses, but has "${proxy}".`,
);

const addresses = each(
  isEmailAddress,
  () => "must list addresses like hello@example.com, with commas between them.",
);

/** What is told to whom when a lead comes. */
export const OutboxVariables = v.object({
  SMTP_URL: parsed(
    parseSmtpUrl,
    "must be like smtps://user:password@mail.example.com, with % signs for special characters.",
  ),
  MAIL_FROM: parsed(
    parseMailbox,
    "must be an address like hello@example.com or Example <hello@example.com>.",
  ),
  NOTIFY_EMAIL: addresses,
  TEAM_EMAILS: addresses,
  TIME_ZONE: checked(isTimeZone, "must be a time zone like America/New_York."),
  WEBHOOK_ALLOW_HOSTS: each(
    (host) => !/[/\s]/.test(host),
    (host) =>
      `must list hosts like hooks.local, without http:// or a path and with commas between them, but has "${host}".`,
  ),
  WEBHOOK_URLS: each(
    (url) => !/\s/.test(url),
    () => "must have a comma between two addresses, and no space inside one.",
  ),
  CALENDAR_URLS: each(
    (url) => !/\s/.test(url),
    () => "must have a comma between two addresses, and no space inside one.",
  ),
  WEBHOOK_SECRET: each(
    isWebhookSecret,
    () => "must be whsec_ and 24 to 64 bytes in base64; several, the newest first.",
    /[\s,]+/,
  ),
  LINK_SECRET: key,
  WORKER: onOrOff,
});

/** Of a site without a server of its own: where it sends leads, and with which key. */
export const StaticVariables = v.object({
  LEADS_API_URL: v.pipe(
    checked(isPlainAddress, "must be an address like https://abcdefgh.supabase.co."),
    v.transform((url) => new URL(url)),
    v.check(
      ({ protocol, hostname }) =>
        protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname),
      "must start with https://, or what visitors type travels in the open.",
    ),
    v.transform(
      ({ origin, pathname }) => origin + (pathname === "/" ? REST_PATH : pathname.replace(/\/+$/, "")),
    ),
  ),
  LEADS_API_KEY: v.pipe(
    key,
    v.check(
      (value) => !/^(sb|ns)_secret_/.test(value),
      "is a secret key. Every visitor could read all leads with it: use the public key.",
    ),
    v.check(
      (value) => roleOf(value) === "anon",
      ({ input }) =>
        `is a token for the role ${roleOf(input)}. It stands in every page: use the one for anon.`,
    ),
  ),
});

/** Of the machine that tests. */
export const TestVariables = v.object({ TEST_POSTGRES_URL: text, CI: text });

function namesDatabase(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1;
}

function isProxy(value: string): boolean {
  const [address = "", prefix = "0"] = value.split("/");
  const isNamed = ["loopback", "linklocal", "uniquelocal"].includes(value);
  return isNamed || (isIP(address) !== 0 && /^\d{1,3}$/.test(prefix));
}

function isPlainAddress(value: string): boolean {
  const { protocol = "", username, password, search, hash } = URL.parse(value) ?? {};
  return /^https?:$/.test(protocol) && [username, password, search, hash].join("") === "";
}

/** Whether this is a secret as Standard Webhooks has them: `whsec_` and 24 to 64 bytes in base64. */
function isWebhookSecret(value: string): boolean {
  const bytes = Buffer.from(value.slice("whsec_".length), "base64");
  return value === `whsec_${bytes.toString("base64")}` && bytes.length >= 24 && bytes.length <= 64;
}

/** The role that a token (RFC 7519) names; a key that is none is for anybody. */
function roleOf(value: string): string {
  const [, claims = ""] = value.split(".");
  const json = Buffer.from(claims, "base64url").toString("utf8");
  const token = v.safeParse(v.pipe(text, v.parseJson(), v.object({ role: text })), json);
  return token.success ? token.output.role : "anon";
}

/** Every variable with its rules and its default. A message never shows what may be a secret. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { isEmailAddress, isTimeZone } from "../../contract/validation.ts";
import { REST_PATH } from "../../contract/routes.ts";
import {
  parseMailbox,
  parseSmtpUrl,
  checked,
  each,
  isPlainAddress,
  isProxy,
  isWebhookSecret,
  key,
  namesDatabase,
  origins,
  parsed,
  roleOf,
  variables,
  whole,
} from "./values.ts";

const text = v.string();
const path = v.pipe(text, v.transform(resolve));

/** Absolute: otherwise a start from another folder would find an empty store. */
export const inProject = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export const StoreVariables = variables({
  withDefault: { DATA_DIR: v.optional(path, inProject("data")) },
  optional: {
    DATABASE_URL: v.pipe(
      checked(namesDatabase, "must look like postgres://user:password@host:5432/database."),
      v.check(
        (url) => !/%(?![0-9a-f]{2})/i.test(url),
        "has a % without two hex digits. Write %25 for a % in a password.",
      ),
      // The driver checks the certificate for these modes as well, and prints a long warning.
      v.transform((url) => url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full")),
    ),
  },
});

/** The folder of the words, colors and pictures. */
export const ContentVariables = variables({
  withDefault: { CONTENT_DIR: v.optional(path, inProject("content")) },
  optional: {},
});

/** Whether it makes sense is checked by the build. */
export const SiteVariables = variables({
  withDefault: {},
  optional: {
    SITE_URL: text,
    BRAND_NAME: text,
    CONTACT_EMAIL: text,
    CONTACT_PHONE: text,
    SCHEDULING_URL: text,
  },
});

export const ServerVariables = variables({
  withDefault: { PORT: v.optional(whole(0, 65_535), "3000"), HOST: v.optional(text, "127.0.0.1") },
  optional: {
    LEADS_PUBLIC_KEY: key,
    METRICS_KEY: key,
    RATE_LIMIT_TOTAL_PER_MINUTE: whole(0, 1_000_000),
    CORS_ORIGINS: v.union([v.literal("*"), origins]),
    TRUST_PROXY: v.lazy((value) => (/^\d+$/.test(String(value)) ? whole(1, 16) : proxies)),
    RETENTION_DAYS: whole(1, 36_500),
    ALLOW_SAMPLES: v.literal("yes", "must be yes, or not set."),
  },
});

const proxies = each(isProxy, (proxy) => `must be a number of hops or addresses, but has "${proxy}".`);

const addresses = each(
  isEmailAddress,
  () => "must list addresses like hello@example.com, separated by commas.",
);

const urls = each(
  (url) => !/\s/.test(url),
  () => "must have a comma between two addresses, and no space inside one.",
);

export const OutboxVariables = variables({
  withDefault: {
    TIME_ZONE: v.optional(
      checked(isTimeZone, "must be a time zone like America/New_York."),
      "America/New_York",
    ),
  },
  optional: {
    SMTP_URL: parsed(
      parseSmtpUrl,
      "must be like smtps://user:password@mail.example.com, with special characters percent-encoded.",
    ),
    MAIL_FROM: parsed(
      parseMailbox,
      "must be an address like hello@example.com or Example <hello@example.com>.",
    ),
    NOTIFY_EMAIL: addresses,
    WEBHOOK_ALLOW_HOSTS: each(
      (host) => !/[/\s]/.test(host),
      (host) =>
        `must list hosts like hooks.local, without http:// or a path and with commas between them, but has "${host}".`,
    ),
    WEBHOOK_URLS: urls,
    CALENDAR_URLS: urls,
    WEBHOOK_SECRET: each(
      isWebhookSecret,
      () => "must be whsec_ and 24 to 64 bytes in base64, or several of these, the newest first.",
      /[\s,]+/,
    ),
    LINK_SECRET: key,
  },
});

/** Where a site without a server of its own sends leads, and with which key. */
export const StaticVariables = variables({
  withDefault: {},
  optional: {
    LEADS_API_URL: v.pipe(
      checked(isPlainAddress, "must be an address like https://abcdefgh.supabase.co."),
      v.transform((url) => new URL(url)),
      v.check(
        ({ protocol, hostname }) =>
          protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname),
        "must start with https://, or visitors' data travels unencrypted.",
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
          `is a token for the role ${roleOf(input)}. It is in every page: use the token for anon.`,
      ),
    ),
  },
});

/** Set on machines that test. TEST_DIST is the folder of a build that a test made. */
const seed = v.lazy((value) => (value === "random" ? v.literal("random") : whole(0, 2 ** 31 - 1)));
export const TestVariables = variables({
  withDefault: { TEST_SEED: v.optional(seed, "1"), TEST_DIST: v.optional(path, inProject("dist")) },
  optional: { TEST_POSTGRES_URL: text, CI: text },
});

export const VARIABLES: readonly string[] = [
  StoreVariables,
  ContentVariables,
  SiteVariables,
  ServerVariables,
  OutboxVariables,
  StaticVariables,
  TestVariables,
].flatMap((schema) => Object.keys(schema.entries));

import { expect, test, vi } from "vitest";
import {
  localOrigin,
  offline,
  readEnv,
  readStaticBackend,
  unknownInEnv,
  withEnv,
  type EnvSource,
} from "./env.ts";
import { messageOf } from "./error-code.ts";
import { inProject } from "./variables.ts";

const KEY = "k".repeat(20);

const role = (name: string) =>
  Buffer.from(JSON.stringify({ role: name })).toString("base64url");
const OLD = "b2xk".repeat(8);

/** What the settings are where a line below does not change one of them. */
const AROUND = {
  LEADS_PUBLIC_KEY: KEY,
  WEBHOOK_ALLOW_HOSTS: "CRM.internal, fd00::5",
  LEADS_API_URL: "https://abcdefgh.supabase.co",
  LEADS_API_KEY: "sb_publishable_0123456789",
};

const SETTINGS = `
BRAND_NAME= 
BRAND_NAME="Joe's"
SITE_URL=https://a.example
PORT= 81 
PORT_FILE='.nvmrc'
PORT=0
PORT=80a
PORT=65535
PORT=65536
PORT=-1
RATE_LIMIT_TOTAL_PER_MINUTE=1.5
RATE_LIMIT_TOTAL_PER_MINUTE=0
RATE_LIMIT_TOTAL_PER_MINUTE=1000000
RATE_LIMIT_TOTAL_PER_MINUTE=1000001
HOST=localhost
HOST=::
HOST=192.0.2.1
HOST=fd00::5
HOST=http://0.0.0.0
HOST=0.0.0.0:80
HOST=[::]
HOST=*
TRUST_PROXY=1
TRUST_PROXY=16
TRUST_PROXY=10.0.0.0/8, loopback, linklocal, uniquelocal
TRUST_PROXY=true
TRUST_PROXY=0
TRUST_PROXY=17
TRUST_PROXY=10.0.0.0/33
TRUST_PROXY=0.0.0.0/0
TRUST_PROXY=,
RETENTION_DAYS=36500
RETENTION_DAYS=1
RETENTION_DAYS=0
RETENTION_DAYS=36501
ALLOW_SAMPLES=yes
ALLOW_SAMPLES=no
LEADS_PUBLIC_KEY=eyJ.${KEY}.x_-
LEADS_PUBLIC_KEY=short
LEADS_PUBLIC_KEY_FILE=/dev/null
LEADS_PUBLIC_KEY=${KEY}"><script>
DATABASE_URL=postgresql://admin:p%40ss@db.example/leads
DATABASE_URL=postgres://db/leads?sslmode=require&x=1
DATABASE_URL=postgres://db/leads?x=1&sslmode=verify-ca
DATABASE_URL=postgres://db/leads?sslmode=prefer
DATABASE_URL=postgres://db/leads?sslmode=no-verify
DATABASE_URL=postgres://db/leads?xsslmode=require
DATABASE_URL=postgres://admin:p%4@db/leads
DATABASE_URL=mysql://db/leads
DATABASE_URL=postgres://admin:hunter2@db/
DATABASE_URL=postgres://admin:hunter#2@db/leads
DATABASE_URL=postgres://admin:100%@db/leads
SMTP_URL=smtps://agency%40mail.example:p%40ss%2Fword@smtp.mail.example
SMTP_URL=smtps://mail.example:8465/
SMTP_URL=smtps://mail.example:587
SMTP_URL=smtp://mail.example
SMTP_URL=smtp://mail.example:25
SMTP_URL=smtp://mail.example:465
SMTP_URL=smtp://relay.internal:25?tls=none
SMTP_URL=smtp://localhost:1025
SMTP_URL=smtp://127.0.0.1:1025
SMTP_URL=smtp://[::1]:1025
SMTP_URL=smtp://[2001:db8::1]
SMTP_URL=mail.example:587
SMTP_URL_FILE=/dev/null
SMTP_URL_FILE=/nowhere
SMTP_URL=smtp://user:100%@mail.example
SMTP_URL=smtps://mail.example?tls=none
SMTP_URL=smtps://mail.example#tls
MAIL_FROM="Night & Shift" <desk@agency.example>
MAIL_FROM=Agency
MAIL_FROM=A\tBcc: x@y.example <desk@agency.example>
NOTIFY_EMAIL=Owner@agency.example, ben@agency.example,
NOTIFY_EMAIL=Owner <owner@agency.example>; ben@agency.example eve@agency.example
NOTIFY_EMAIL=owner at agency
NOTIFY_EMAIL=owner@müller.example
NOTIFY_EMAIL=öwner@agency.example
DATA_DIR=~/data
CONTENT_DIR=$HOME/content
CONTENT_DIR=%USERPROFILE%/content
TIME_ZONE=japan
TIME_ZONE=Europe/Kyiv
TIME_ZONE=UTC
TIME_ZONE=Eastern
TIME_ZONE=EST
TIME_ZONE=-05:00
WEBHOOK_URLS=https://hooks.example/a;v:1?key=1%2C2, http://crm.internal:8080/, http://crm.internal:8080/
WEBHOOK_URLS=slack:https://x.example, http://hooks.example
WEBHOOK_URLS=discord:http://hooks.example
WEBHOOK_URLS=teams:https://hooks.example
WEBHOOK_URLS=https://user:secret@hooks.example
WEBHOOK_URLS=https://user@hooks.example
WEBHOOK_URLS=https://:secret@hooks.example
WEBHOOK_URLS=https://hooks.example https://x.example
WEBHOOK_ALLOW_HOSTS=Bücher.example, fd00:0:0::5
WEBHOOK_ALLOW_HOSTS=a..%
WEBHOOK_ALLOW_HOSTS=http://crm.internal
WEBHOOK_ALLOW_HOSTS=*.internal
WEBHOOK_ALLOW_HOSTS=crm.internal:8080
WEBHOOK_ALLOW_HOSTS=crm.internal/
WEBHOOK_ALLOW_HOSTS=a.internal b.internal
WEBHOOK_SECRET=whsec_${OLD} whsec_${OLD.repeat(2)}b2xkb2xkb2xkb2xkb2xkYQ==
WEBHOOK_SECRET=whsec_c2hvcnQ=
WEBHOOK_SECRET=whsec_${OLD}YQ
WEBHOOK_SECRET=whsec_${OLD.repeat(2)}b2xkb2xkb2xkb2xkb2xkYWE=
WEBHOOK_SECRET=${OLD}
CALENDAR_URLS=webcal://calendar.example/a.ics
CALENDAR_URLS=calendar.example/a.ics
CALENDAR_URLS=https://calendar.example/a.ics https://calendar.example/b.ics
LINK_SECRET=link.${KEY}
LINK_SECRET=${KEY}
LINK_SECRET=short
METRICS_KEY=${KEY}
METRICS_KEY=hunter2
LEADS_API_URL=https://x.example//
LEADS_API_URL=https://x.example/rest/v1/
LEADS_API_URL=https://x.example/rest/v1/lead_submissions
LEADS_API_URL=https://x.example/leads
LEADS_API_URL=http://localhost:3000
LEADS_API_URL=http://127.0.0.1:3000
LEADS_API_URL=http://[::1]:3000
LEADS_API_URL=
LEADS_API_URL=supabase.co
LEADS_API_URL=ftp://x.example
LEADS_API_URL=https://user:secret@x.example
LEADS_API_URL=https://x.example?a=b
LEADS_API_URL=http://x.example
LEADS_API_KEY=
LEADS_API_KEY=.${role("anon")}.
LEADS_API_KEY=.${role("service_role")}.
LEADS_API_KEY=sb_secret_01234567890123456789
LEADS_API_KEY=ns_secret_01234567890123456789
`;

/** The settings that a line changes, or the sentence that refuses it. */
function readLine(line: string): string {
  const [name = "", ...value] = line.split("=");
  const read = (source: EnvSource) => {
    const { outbox, ...env } = readEnv(source);
    const origin = localOrigin(env.host, env.port);
    return { origin, ...env, ...outbox, ...readStaticBackend(source) };
  };
  const usual = read(AROUND);
  try {
    const settings = read({ ...AROUND, [name]: value.join("=") });
    const changed = Object.entries(settings).filter(
      ([setting, one]) =>
        JSON.stringify(one) !== JSON.stringify(Reflect.get(usual, setting)),
    );
    return JSON.stringify(Object.fromEntries(changed));
  } catch (error) {
    return messageOf(error);
  }
}

test("each setting is read into a type, or refused by a sentence that names it and shows no secret", async () => {
  const usual = JSON.stringify(readEnv(AROUND)).replaceAll(inProject(""), "");
  const lines = SETTINGS.trim().split("\n");
  const said = lines.map((line) => `${line}\n  ${readLine(line)}`);
  await expect([usual, ...said].join("\n")).toMatchFileSnapshot("env.said.txt");
});

test("variables that nothing reads are named if their names look like ours", () => {
  const named =
    "SMPT_URL NOTIFY_EMAILS TRUSTPROXY site_url RETENTION SCHEDULE_URL DATABASE_URI CONTENT_DIRS ALLOW_SAMPLE SMTP_URLS_FILE".split(
      " ",
    );
  const source = Object.fromEntries(
    [...named, "PATH", "PORT", "DATADOG_URL", "SITES", "LINK_SECRET_FILE"].map(
      (name) => [name, "x"],
    ),
  );
  expect(unknownInEnv(source)).toEqual(named);
});

test("a trial has no database, mail server, webhook or calendar of the environment", () => {
  const set = {
    SMTP_URL: "smtp://mail.example",
    WEBHOOK_URLS: "https://hooks.example/",
    CALENDAR_URLS: "https://calendar.example/",
    DATABASE_URL_FILE: "/run/secrets/database",
    RETENTION_DAYS: "30",
    BRAND_NAME: "Moonlight",
  };
  for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value);
  const env = readEnv(offline({ DATA_DIR: "/srv/trial" }));
  vi.unstubAllEnvs();
  const own = { DATA_DIR: "/srv/trial", BRAND_NAME: "Moonlight" };
  expect(env).toEqual(readEnv(withEnv(own)));
});

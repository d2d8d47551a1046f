import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { localOrigin, offline, readEnv, unknownInEnv } from "./env.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { parseSmtpUrl } from "./values.ts";

const KEY = "k".repeat(20);

test("a value is read from the file that its `_FILE` variable names, and mistakes are named", () => {
  const file = join(temporaryFolder(), "key");
  writeFileSync(file, `${KEY}\r\n`);
  expect(readEnv({ METRICS_KEY_FILE: file })).toMatchObject({
    metricsKey: KEY,
  });
  expect(
    unknownInEnv({ LEADS_PUBLIC_KEY_FILE: file, SMTP_URLS_FILE: file }),
  ).toEqual(["SMTP_URLS_FILE"]);
  const both = { METRICS_KEY_FILE: file, METRICS_KEY: KEY };
  expect(() => readEnv(both)).toThrow(
    "METRICS_KEY is set, and so is METRICS_KEY_FILE.",
  );
  expect(() => readEnv({ SMTP_URL_FILE: `${file}.gone` })).toThrow(
    /^SMTP_URL_FILE .* be read: ENOENT/,
  );
  writeFileSync(file, "\n");
  expect(() => readEnv({ SMTP_URL_FILE: file })).toThrow(
    "SMTP_URL_FILE names an empty file.",
  );
});

test("the environment is parsed into types", () => {
  expect(
    readEnv({
      PORT: "0",
      LEADS_PUBLIC_KEY: `eyJ.${KEY}.x_-`,
      TRUST_PROXY: "10.0.0.0/8, loopback, linklocal, uniquelocal",
      SITE_URL: "https://a.example",
    }),
  ).toMatchObject({
    port: 0,
    publicKey: `eyJ.${KEY}.x_-`,
    rateLimit: { perMinute: 10, totalPerMinute: 600, includeLoopback: false },
    trustProxy: ["10.0.0.0/8", "loopback", "linklocal", "uniquelocal"],
    site: { siteUrl: "https://a.example" },
  });
  const databaseUrl = "postgresql://admin:p%40ss@db.example/leads";
  expect(readEnv({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
  expect(
    readEnv({ DATABASE_URL: `${databaseUrl}?sslmode=require&x=1` }),
  ).toMatchObject({
    databaseUrl: `${databaseUrl}?sslmode=verify-full&x=1`,
  });
  expect(readEnv({ TRUST_PROXY: "2" }).trustProxy).toBe(2);
  expect(readEnv({ PORT: " 81\n", TIME_ZONE: "UTC" })).toMatchObject({
    port: 81,
    outbox: { timeZone: "UTC" },
  });
});

test.each([
  "PORT=80a",
  "PORT=65536",
  "RATE_LIMIT_TOTAL_PER_MINUTE=1.5",
  "HOST=http://0.0.0.0",
  "HOST=0.0.0.0:80",
  "HOST=[::]",
  "HOST=*",
  "TRUST_PROXY=true",
  "TRUST_PROXY=0",
  "TRUST_PROXY=17",
  "RETENTION_DAYS=0",
  "TRUST_PROXY=10.0.0.0/33",
  "TRUST_PROXY=0.0.0.0/0",
  "ALLOW_SAMPLES=no",
  "LEADS_PUBLIC_KEY=short",
  `LEADS_PUBLIC_KEY=${KEY}"><script>`,
  "DATABASE_URL=mysql://db/leads",
  "DATABASE_URL=postgres://admin:hunter2@db",
  "DATABASE_URL=postgres://admin:100%@db/leads",
  "SMTP_URL=mail.example:587",
  "SMTP_URL=smtp://user:100%@mail.example",
  "SMTP_URL=smtps://mail.example?tls=none",
  "SMTP_URL=smtps://mail.example#tls",
  "MAIL_FROM=Agency",
  "MAIL_FROM=A\r\nBcc: x@y.example\r\n <desk@agency.example>",
  "NOTIFY_EMAIL=Owner <owner@agency.example>",
  "DATA_DIR=~/data",
  "CONTENT_DIR=$HOME/content",
  "TIME_ZONE=Eastern",
  "TIME_ZONE=EST",
  "TIME_ZONE=-05:00",
  "WEBHOOK_URLS=http://hooks.example",
  "WEBHOOK_ALLOW_HOSTS=http://crm.internal",
  "WEBHOOK_ALLOW_HOSTS=*.internal",
  "WEBHOOK_URLS=discord:http://hooks.example",
  "WEBHOOK_URLS=teams:https://hooks.example",
  "WEBHOOK_URLS=https://user:secret@hooks.example",
  "WEBHOOK_SECRET=whsec_c2hvcnQ=",
  `WEBHOOK_SECRET=whsec_${"bmV3".repeat(8)}YQ`,
  `WEBHOOK_SECRET=whsec_${"bmV3".repeat(21)}YWE=`,
  `WEBHOOK_SECRET=${"b2xk".repeat(8)}`,
  "LINK_SECRET=short",
  "METRICS_KEY=hunter2",
])(
  "the environment refuses %s, names the variable and shows no secret",
  (setting) => {
    const [, variable = "", value] = /^(\w+)=([^]*)/.exec(setting) ?? [];
    const sentence = new RegExp(
      `^${variable} (?!.*(secret@|100%|c2hv|b2xk|hunter2))`,
    );
    expect(() => readEnv({ [variable]: value })).toThrow(sentence);
  },
);

test.each(["METRICS_KEY", "LINK_SECRET"])(
  "%s is refused if it equals the public key",
  (name) => {
    expect(() => readEnv({ [name]: KEY, LEADS_PUBLIC_KEY: KEY })).toThrow(
      `${name} is the same as`,
    );
  },
);

test("the environment says who is notified of a new lead, and how", () => {
  const hooks = [
    "https://hooks.example/a;v:1?key=1%2C2",
    "http://crm.internal:8080/leads",
    "slack:https://x.example",
  ];
  const { outbox } = readEnv({
    SMTP_URL: "smtps://agency%40mail.example:p%40ss%2Fword@smtp.mail.example",
    MAIL_FROM: '"Night & Shift" <desk@agency.example>',
    NOTIFY_EMAIL: "Owner@agency.example, ben@agency.example",
    TIME_ZONE: "japan",
    WEBHOOK_URLS: [...hooks, hooks[1]].join(", "),
    WEBHOOK_ALLOW_HOSTS: "CRM.internal, fd00::5",
    WEBHOOK_SECRET: `whsec_${"bmV3".repeat(8)} whsec_${"b2xk".repeat(21)}YQ==`,
    LINK_SECRET: KEY,
    CALENDAR_URLS: "webcal://calendar.example/a.ics",
  });
  const credentials = { user: "agency@mail.example", password: "p@ss/word" };
  expect(outbox).toEqual({
    calendarUrls: ["webcal://calendar.example/a.ics"],
    smtp: {
      host: "smtp.mail.example",
      port: 465,
      tls: "implicit",
      credentials,
    },
    mailFrom: { name: "Night & Shift", address: "desk@agency.example" },
    notifyEmail: ["Owner@agency.example", "ben@agency.example"],
    timeZone: "Japan",
    webhookUrls: hooks,
    webhookAllowHosts: ["crm.internal", "fd00::5"],
    webhookSecrets: [
      `whsec_${"bmV3".repeat(8)}`,
      `whsec_${"b2xk".repeat(21)}YQ==`,
    ],
    linkSecret: KEY,
  });
});

test("variables that nothing reads are named if their names look like ours", () => {
  const named = [
    "SMTP_ULR",
    "NOTIFY_EMAILS",
    "TIMEZONE",
    "site_url",
    "RETENTION",
    "SCHEDULE_URL",
    "DATABASEURL",
    "CONTENT_DIRS",
    "ALLOW_SAMPLE",
  ];
  const source = Object.fromEntries(
    [...named, "PATH", "PORT", "HOME", "SITES"].map((name) => [name, "x"]),
  );
  expect(unknownInEnv(source)).toEqual(named);
});

test.each([
  ["::", "http://localhost:80"],
  ["192.0.2.1", "http://192.0.2.1:80"],
  ["fd00::5", "http://[fd00::5]:80"],
])("a site with HOST=%s is at %s", (host, origin) => {
  expect(localOrigin(host, 80)).toBe(origin);
});

test("a trial has no database, mail server, webhook or calendar of the environment", () => {
  vi.stubEnv("SMTP_URL", "smtp://mail.example");
  vi.stubEnv("WEBHOOK_URLS", "https://hooks.example/");
  vi.stubEnv("CALENDAR_URLS", "https://calendar.example/");
  vi.stubEnv("DATABASE_URL_FILE", "/run/secrets/database");
  vi.stubEnv("RETENTION_DAYS", "30");
  vi.stubEnv("BRAND_NAME", "Moonlight");
  const env = readEnv(offline({ DATA_DIR: "/srv/trial" }));
  vi.unstubAllEnvs();
  expect(env).toMatchObject({
    dataDir: "/srv/trial",
    databaseUrl: undefined,
    retentionDays: undefined,
  });
  expect(env.outbox).toMatchObject({
    smtp: undefined,
    webhookUrls: [],
    calendarUrls: [],
  });
  expect(env.site.brandName).toBe("Moonlight");
});

test.each([
  "smtps://mail.example is mail.example 465 implicit",
  "smtps://mail.example:8465/ is mail.example 8465 implicit",
  "smtp://mail.example is mail.example 587 required",
  "smtp://mail.example:25 is mail.example 25 required",
  "smtp://mail.example:465 is mail.example 465 implicit",
  "smtp://relay.internal:25?tls=none is relay.internal 25 none",
  "smtp://localhost:1025 is localhost 1025 offered",
  "smtp://127.0.0.1:1025 is 127.0.0.1 1025 offered",
  "smtp://[::1]:1025 is ::1 1025 offered",
  "smtp://[2001:db8::1] is 2001:db8::1 587 required",
])("SMTP_URL=%s", (line) => {
  const [url = "", , host, port, tls] = line.split(" ");
  const server = { host, port: Number(port), tls, credentials: undefined };
  expect(parseSmtpUrl(url)).toEqual(server);
});

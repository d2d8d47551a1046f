import { expect, onTestFinished, test, vi } from "vitest";
import { NO_OTHER_ORIGINS, type BuildManifest } from "../../contract/build-manifest.ts";
import { readEnv, type EnvSource } from "../configuration/env.ts";
import { MAIL_COLORS, MAIL_CONTENT, workingHours } from "../../tests/fakes/build.ts";
import { FORM } from "../../tests/fakes/leads.ts";
import { printStartLines, startLines } from "./start-lines.ts";

const manifest: BuildManifest = {
  folder: ".",
  pages: {},
  assets: [],
  styleHashes: [],
  site: {
    siteUrl: "https://agency.example",
    brandName: "Agency",
    contactEmail: "us@agency.example",
    contactPhone: "+1 555 010 0100",
    schedulingUrl: "https://book.example",
  },
  unconfigured: ["contactPhone"],
  otherOrigins: NO_OTHER_ORIGINS,
  unready: 4,
  sampleTestimonials: false,
  logo: null,
  host: null,
  mail: MAIL_CONTENT,
  mailColors: MAIL_COLORS,
  workingHours,
  form: FORM,
};

test("the start lists the remaining placeholders and the steps before launch", () => {
  const lines = startLines({
    env: readEnv({}),
    port: 3000,
    storeReady: true,
    keptKeys: undefined,
    unknown: [],
    manifest,
  });
  expect(lines[0]).toBe("The site is at http://localhost:3000");
  expect(lines.join("\n")).toContain("CONTACT_PHONE");
  expect(lines.filter((line) => line.includes("launch-check"))).toHaveLength(1);
});

test("a site with TLS has a proxy, and the start says when TRUST_PROXY does not name it", () => {
  const lines = (env: EnvSource, siteUrl: string) =>
    startLines({
      env: readEnv(env),
      port: 3000,
      storeReady: true,
      keptKeys: undefined,
      unknown: [],
      manifest: { ...manifest, site: { ...manifest.site, siteUrl } },
    }).join("\n");
  expect(lines({}, "https://agency.example")).toContain("without TRUST_PROXY");
  expect(lines({ TRUST_PROXY: "1" }, "https://agency.example")).not.toContain("TRUST_PROXY");
  expect(lines({}, "http://agency.example")).not.toContain("TRUST_PROXY");
});

test("the start of a site that is ready mentions neither", () => {
  const ready = { ...manifest, unconfigured: [], unready: 0 };
  const lines = startLines({
    env: readEnv({}),
    port: 3000,
    storeReady: true,
    keptKeys: undefined,
    unknown: [],
    manifest: ready,
  });
  expect(lines.join("\n")).not.toMatch(/placeholder|launch-check/);
});

test("the start says where leads are stored, without the password, and whether the database answers", () => {
  const databaseUrl = "postgres://admin:hunter2@db.example:6543/leads?sslmode=verify-full";
  const started = {
    env: readEnv({ DATABASE_URL: databaseUrl }),
    port: 3000,
    keptKeys: undefined,
    manifest,
    unknown: [],
  };
  const there = startLines({ ...started, storeReady: true }).join("\n");
  expect(there).toContain("PostgreSQL at db.example:6543/leads\n");
  expect(there).not.toMatch(/hunter2|not available yet/);
  expect(startLines({ ...started, storeReady: false }).join("\n")).toContain("not available yet");
  const withKeys = startLines({ ...started, storeReady: true, keptKeys: "keys.json" }).join("\n");
  expect([there, withKeys].map((lines) => lines.includes("need the same keys"))).toEqual([false, true]);
});

test("the start says where mail and webhooks go, without a password or the path of a webhook", () => {
  const started = { port: 3000, storeReady: true, keptKeys: undefined, manifest, unknown: [] };
  const said = (env: EnvSource, written = 0) =>
    startLines({ env: readEnv(env), written, ...started }).join("\n");
  expect(said({ DATA_DIR: "/srv/admin" })).toContain("  mail       is written to /srv/admin/mail; SMTP_URL");
  expect(said({}, 12)).not.toMatch(/worker|resend|limit/);
  expect(said({})).toContain(
    "  inbox      at /inbox for us@agency.example; the link that opens it is in ./data/mail/*.sign-in.eml\n",
  );
  expect(said({})).toContain("  webhooks   none: WEBHOOK_URLS names");
  expect(said({ RATE_LIMIT_PER_MINUTE: "0" })).toContain("  limit      off: RATE_LIMIT_PER_MINUTE=0");
  expect(said({ SMTP_URL: "smtps://smtp.mail.example" }, 12)).toContain("resend --written` sends 12\n");
  const sent = said({
    SMTP_URL: "smtps://admin:hunter2@smtp.mail.example",
    WEBHOOK_URLS: "https://hooks.example/secret-path,https://hooks.example/2,slack:https://crm.example:8443/",
    WORKER: "off",
    NOTIFY_EMAIL: "owner@agency.example",
    TEAM_EMAILS: "ana@agency.example,ben@agency.example",
  });
  expect(sent).toContain(
    "  inbox      at /inbox for ana@agency.example, ben@agency.example; the link that opens it is mailed\n",
  );
  expect(sent).toContain("  mail       goes out through smtp.mail.example:465\n");
  expect(sent).toContain("  webhooks   hooks.example, crm.example:8443\n");
  expect(sent).toContain("npm run worker");
  expect(sent).not.toMatch(/hunter2|secret-path|resend/);
});

test("the start names a variable that nothing reads", () => {
  const started = { env: readEnv({}), port: 3000, storeReady: true, keptKeys: undefined, manifest };
  const lines = startLines({ ...started, unknown: ["SMTP_ULR"] }).join("\n");
  expect(lines).toContain("SMTP_ULR: nothing reads a variable with this name");
});

test("the start says when visits are not counted", () => {
  const started = { port: 3000, storeReady: true, keptKeys: undefined, unknown: [], manifest };
  const lines = (env: EnvSource) => startLines({ ...started, env: readEnv(env) }).join("\n");
  expect(lines({ FUNNEL: "off" })).toContain("FUNNEL=off counts no visits");
  expect(lines({})).not.toContain("FUNNEL");
});

test("the start speaks plainly to a person at a terminal", () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  printStartLines(["The site is at http://localhost:3000", "  leads      ./data/leads.db"], true);
  expect(write).toHaveBeenCalledWith("The site is at http://localhost:3000\n  leads      ./data/leads.db\n");
});

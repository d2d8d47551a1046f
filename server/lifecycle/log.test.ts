import { expect, test } from "vitest";
import { MANIFEST } from "../../tests/support/build.ts";
import { KEYS } from "../../tests/support/process.ts";
import { readEnv, type EnvSource } from "../settings/env.ts";
import { namedMembers } from "../leads/team.ts";
import { startLines } from "./log.ts";

type Start = Parameters<typeof startLines>[0];

const manifest = { ...MANIFEST, unready: 1 };

function said(env: EnvSource, changes: Partial<Start> = {}): string {
  const read = readEnv(env);
  const team = namedMembers(read.outbox, manifest.site);
  const started = {
    origin: "http://localhost:3000",
    storeReady: true,
    unknown: [],
    manifest,
    team,
  };
  return startLines({ ...started, env: read, ...changes }).join("\n");
}

test("the start names the store, the samples that remain, and variables that nothing reads", () => {
  expect(said({})).toContain("\n  1 sample or placeholder is left");
  const ready = { ...manifest, unready: 0 };
  expect(said({}, { manifest: ready })).not.toContain("launch-check");
  expect(said({ DATABASE_URL: "postgres:///leads?host=db.example" })).toContain(
    "PostgreSQL at db.example/leads\n             more processes on this database need the same key",
  );
  const shared = { DATABASE_URL: "postgres:///leads", ...KEYS };
  expect(said(shared)).not.toContain("same key");
  expect(said({}, { storeReady: false })).toContain("not available yet");
  expect(said({ RETENTION_DAYS: "30" })).toContain("deleted after 30 days");
  expect(said({}, { unknown: ["SMTP_ULR"] })).toContain(
    "SMTP_ULR: nothing reads a variable with this name",
  );
});

test("the start says where mail and webhooks go, without a password or the path of a webhook", () => {
  const settings = {
    SMTP_URL: "smtps://admin:hunter2@smtp.mail.example",
    WEBHOOK_URLS:
      "https://hooks.example/secret-path,https://hooks.example/2,slack:https://crm.example:8443/",
    NOTIFY_EMAIL: "ana@agency.example,ben@agency.example",
  };
  const sent = said(settings);
  expect(sent).toContain(
    "for ana@agency.example, ben@agency.example; the link that opens it is mailed\n",
  );
  expect(sent).toContain(
    "  mail       goes out through smtp.mail.example:465\n",
  );
  expect(sent).toContain("  webhooks   hooks.example, crm.example:8443\n");
  expect(sent).not.toMatch(/hunter2|secret-path/);
});

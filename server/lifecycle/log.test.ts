import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newFolder } from "../../tests/machine/new-folder.ts";
import { MANIFEST } from "../../tests/support/build.ts";
import { LINK_SECRET } from "../../tests/support/outgoing.ts";
import { KEYS } from "../../tests/support/process.ts";
import { readEnv, type EnvSource } from "../settings/env.ts";
import { sqlitePath } from "../store/open-store.ts";
import { startLines } from "./log.ts";

type Start = Parameters<typeof startLines>[0];

const manifest = { ...MANIFEST, unready: 1 };

const DATA_DIR = newFolder();
writeFileSync(sqlitePath(DATA_DIR), "");

function said(env: EnvSource, changes: Partial<Start> = {}): string {
  const started = {
    env: readEnv({ DATA_DIR, ...env }),
    origin: "http://localhost:3000",
    storeReady: true,
    unknown: [],
    manifest,
    team: ["ana@agency.example", "ben@agency.example"],
  };
  return startLines({ ...started, ...changes }).join("\n");
}

const STARTS: [env: EnvSource, changes?: Partial<Start>][] = [
  [{}, { inboxLink: "http://localhost:3000/inbox/sign-in?token=1" }],
  [{ RETENTION_DAYS: "30" }, { manifest: { ...manifest, unready: 2 } }],
  [{ DATABASE_URL: "postgres:///leads?host=db.example", ...KEYS, LINK_SECRET }],
  [
    {
      DATABASE_URL: "postgres://admin:hunter2@db.example/leads",
      ...KEYS,
      LINK_SECRET,
      WEBHOOK_SECRET: `whsec_${"b2xk".repeat(8)}`,
    },
  ],
  [
    {
      SMTP_URL: "smtps://admin:hunter2@smtp.mail.example",
      WEBHOOK_URLS:
        "https://hooks.example/secret-path,https://hooks.example/2,slack:https://crm.example:8443/",
    },
    {
      manifest: { ...manifest, unready: 0 },
      storeReady: false,
      unknown: ["SMTP_ULR", "NOTIFY_EMAILS"],
    },
  ],
];

test("the start says where all is and what is missing, without a password or the path of a webhook", async () => {
  const starts = STARTS.map(([env, changes]) => said(env, changes));
  const text = starts
    .join("\n\n")
    .replaceAll(DATA_DIR, "/data")
    .replaceAll(/20\d\d[a-z]/g, "2026a");
  expect(text).not.toMatch(/hunter2|secret-path/);
  await expect(text).toMatchFileSnapshot("log.said.txt");
});

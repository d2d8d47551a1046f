import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withEnv } from "../../server/settings/env.ts";
import { inProject } from "../../server/settings/variables.ts";
import { contentFolder } from "../../tests/content.ts";
import { temporaryFolder } from "../../tests/support/server.ts";

const run = (env: Record<string, string>) =>
  spawnSync(process.execPath, [inProject("cli/main.ts"), "launch-check"], {
    encoding: "utf8",
    env: withEnv(env),
  });

test("npm run launch-check lists what is wrong with the settings in use, and exits 1", () => {
  const folder = contentFolder();
  const { status, stdout } = run({
    CONTENT_DIR: folder,
    DATA_DIR: temporaryFolder(),
    NOTIFY_EMAILS: "x",
    MAIL_FROM: "a@gmial.com",
  });
  expect(status).toBe(1);
  const lines = [
    "NOTIFY_EMAILS: nothing reads",
    "MAIL_FROM: a@gmial.com",
    "SITE_URL",
    "SMTP_URL",
    "no backup",
    `${folder}/home.yaml: footer.company is empty`,
  ];
  for (const line of lines) expect(stdout).toContain(line);
  const address = join(folder, "address");
  writeFileSync(address, "https://abcdefgh.supabase.co");
  const staticSite = run({
    DATA_DIR: temporaryFolder(),
    LEADS_API_URL_FILE: address,
  });
  expect(staticSite.stdout).not.toMatch(/SMTP_URL|backup/);
}, 180_000);

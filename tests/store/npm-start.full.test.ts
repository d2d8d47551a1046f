import { expect, onTestFinished, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { startProgram } from "../machine/program.ts";
import { temporaryFolder } from "../support/server.ts";

/** `npm start` may have to build the site first. */
const TIMEOUT = 90_000;

/** Kills npm and the site that it started. */
function killGroup(pid = NaN): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has already ended, as expected.
  }
}

test(
  "npm start prints lines for a person, even into a pipe, and its link opens the inbox",
  { timeout: TIMEOUT },
  async () => {
    const env = withEnv({ PORT: "0", DATA_DIR: temporaryFolder() });
    const site = startProgram(["npm", "start"], {
      cwd: root,
      env,
      detached: true,
    });
    onTestFinished(() => killGroup(site.child.pid));
    await expect
      .poll(site.stdout, { timeout: TIMEOUT })
      .toMatch(/^  inbox .*\n/m);
    const output = site.stdout();
    expect(output).toMatch(/^The site is at http:\/\/localhost:\d+$/m);
    const [, link = ""] = /^  inbox      (http:\S+)$/m.exec(output) ?? [];
    const opened = await fetch(link, { method: "POST", redirect: "manual" });
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    const list = await fetch(new URL("/inbox", link), { headers: { cookie } });
    expect(await list.text()).toContain("<h1");
    expect([opened.status, list.status, list.url]).toEqual([
      303,
      200,
      new URL("/inbox", link).href,
    ]);
  },
);

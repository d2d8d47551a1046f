import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { temporaryFolder } from "../support/server.ts";

/** `npm start` may have to build the site first. */
const TIMEOUT = 90_000;

/** Starts a site in its own process group, as a shell does, and waits until the site listens. */
async function start(command: string, ...args: string[]) {
  const child = spawn(command, args, {
    cwd: root,
    env: withEnv({ PORT: "0", DATA_DIR: temporaryFolder() }),
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} cannot be started.`);
  onTestFinished(() => killGroup(pid));
  let output = "";
  for await (const chunk of child.stdout
    .setEncoding("utf8")
    .iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    const port = /http:\/\/localhost:(\d+)/.exec(output)?.[1];
    if (port !== undefined) return output;
  }
  throw new Error(`The site ended before it listened: ${output}`);
}

function killGroup(pid: number): void {
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
    const output = await start("npm", "start");
    expect(output).toMatch(/^The site is at http:\/\/localhost:\d+$/m);
    const [, path = "", token = ""] =
      /^  inbox      (http:\S+)\?token=(\S+)$/m.exec(output) ?? [];
    const body = new URLSearchParams({ token });
    const opened = await fetch(path, {
      method: "POST",
      body,
      redirect: "manual",
    });
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    const list = await fetch(new URL("/inbox", path), { headers: { cookie } });
    expect(await list.text()).toContain("<h1");
    expect([opened.status, list.status, list.url]).toEqual([
      303,
      200,
      new URL("/inbox", path).href,
    ]);
  },
);

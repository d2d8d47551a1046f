import { spawn } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { temporaryFolder } from "../support/server.ts";

/** A site that is not built yet is built first. */
const TIMEOUT = 90_000;

/** Starts it in its own process group, like a shell, and waits until it listens. */
async function start(command: string, ...args: string[]) {
  const child = spawn(command, args, {
    cwd: root,
    env: withEnv({ PORT: "0", DATA_DIR: temporaryFolder() }),
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  const ended = once(child, "exit");
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} cannot be started.`);
  onTestFinished(() => killGroup(pid));
  let said = "";
  for await (const chunk of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    const port = /http:\/\/localhost:(\d+)/.exec(said)?.[1];
    if (port !== undefined) return { said, pid, port: Number(port), ended };
  }
  throw new Error(`It ended before it listened: ${said}`);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of it is left, as expected.
  }
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test(
  "the first lines of npm start are for a person, even through a pipe, and open the inbox",
  { timeout: TIMEOUT },
  async () => {
    const { said } = await start("npm", "start");
    expect(said).toMatch(/^The site is at http:\/\/localhost:\d+$/m);
    const [, path = "", token = ""] = /^  inbox      (http:\S+)\?token=(\S+)$/m.exec(said) ?? [];
    const body = new URLSearchParams({ token });
    const opened = await fetch(path, { method: "POST", body, redirect: "manual" });
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    const list = await fetch(new URL("/inbox", path), { headers: { cookie } });
    expect(await list.text()).toContain("<h1");
    expect([opened.status, list.status, list.url]).toEqual([303, 200, new URL("/inbox", path).href]);
  },
);

test("Ctrl-C lets the server finish its requests", { timeout: TIMEOUT }, async () => {
  const { pid, port, ended } = await start("npm", "start");
  const headers = { expect: "100-continue", "content-length": 2 };
  const sent = request({ port, method: "POST", path: "/rest/v1/lead_submissions", headers });
  sent.flushHeaders();
  // The server has begun to read.
  await once(sent, "continue");
  process.kill(-pid, "SIGINT");
  await sleep(500);
  const [answer]: IncomingMessage[] = await once(sent.end("{}"), "response");
  expect(answer?.statusCode).toBe(401);
  await ended;
  expect(await answers(port)).toBe(false);
});

test("a server ends when its parent is killed", { timeout: TIMEOUT }, async () => {
  const { pid, port } = await start(process.execPath, join("scripts", "setup.mjs"), "start");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => answers(port), { timeout: 10_000 }).toBe(false);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
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
  const ended = once(child, "exit");
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} cannot be started.`);
  onTestFinished(() => killGroup(pid));
  let output = "";
  for await (const chunk of child.stdout
    .setEncoding("utf8")
    .iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    const port = /http:\/\/localhost:(\d+)/.exec(output)?.[1];
    if (port !== undefined) return { output, pid, port: Number(port), ended };
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

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test(
  "npm start prints lines for a person, even into a pipe, and its link opens the inbox",
  { timeout: TIMEOUT },
  async () => {
    const { output } = await start("npm", "start");
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

test(
  "Ctrl-C lets the server finish its requests",
  { timeout: TIMEOUT },
  async () => {
    const { pid, port, ended } = await start("npm", "start");
    const headers = { expect: "100-continue", "content-length": 2 };
    const sent = request({
      port,
      method: "POST",
      path: "/rest/v1/lead_submissions",
      headers,
    });
    sent.flushHeaders();
    // The server has begun to read the request.
    await once(sent, "continue");
    process.kill(-pid, "SIGINT");
    await sleep(500);
    const [answer]: IncomingMessage[] = await once(sent.end("{}"), "response");
    expect(answer?.statusCode).toBe(401);
    await ended;
    expect(await answers(port)).toBe(false);
  },
);

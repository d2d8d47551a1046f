/** Restarts while leads arrive: on a socket that survives, no visitor is refused, even behind a proxy. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { root } from "../../scripts/root.ts";
import { KEYS, newHome } from "../fakes/home.ts";
import { LEAD } from "../fakes/leads.ts";
import { untilReady } from "../fakes/process.ts";
import { startProxy } from "../fakes/proxy.ts";
import { sendRequest, temporaryFolder } from "../fakes/server.ts";
import { freePort } from "../machine/free-port.ts";
import { findProgram } from "../machine/programs.ts";
import { SAMPLE_CONTENT } from "../../server/configuration/env.ts";
import { ask } from "../e2e/ask.ts";
import { LEADS_PATH, get, post } from "../wire/wire-request.ts";

const RESTARTS = 3;
const BETWEEN = 30;
const PAUSE_MS = 30;

/** Perl is on every Debian. It restarts the program whenever that has ended. Source: sd_listen_fds(3). */
const KEEPER = String.raw`use Socket; use POSIX; $^F = 9; my $port = shift;
socket(my $s, PF_INET, SOCK_STREAM, 0); setsockopt($s, SOL_SOCKET, SO_REUSEADDR, 1);
bind($s, sockaddr_in($port, INADDR_LOOPBACK)) or die "port: $!"; listen($s, 4096);
my $child; $SIG{TERM} = sub { kill 9, $child; exit };
$SIG{HUP} = sub { kill 15, $child };
while (1) {
  unless ($child = fork) { POSIX::dup2(fileno($s), 3); $ENV{LISTEN_FDS} = 1; $ENV{LISTEN_PID} = $$; exec @ARGV }
  1 while waitpid($child, 0) != $child;
}`;

type Post = () => Promise<number | undefined>;

/** A site on a socket of another process, as systemd keeps it. @returns its port, and a function that restarts it */
async function startSite(more: Record<string, string> = {}) {
  const limits = { RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_TOTAL_PER_MINUTE: "0", TRUST_PROXY: "1" };
  const port = await freePort();
  // PORT is ignored: the socket has the port.
  const env = { ...newHome({ ...KEYS, ...limits, ...more, LOG_LEVEL: "fatal" }), PORT: "1" };
  const main = join(root, "server", "main.ts");
  const started = ["-e", KEEPER, String(port), process.execPath, main];
  const keeper = spawn("perl", started, { env, stdio: "ignore" });
  onTestFinished(() => void keeper.kill("SIGTERM"));
  await untilReady(port);
  return { port, env, pid: keeper.pid ?? 0, restart: () => keeper.kill("SIGHUP") };
}

/** Sends a lead every 30 milliseconds during consecutive restarts. @returns the answers. */
async function through(restart: () => void, postLead: Post): Promise<(number | undefined)[]> {
  const answers: (number | undefined)[] = [];
  let restarts = 0;
  let sent = 0;
  for (let since = 0; since < BETWEEN || restarts < RESTARTS; sent++, since++) {
    // The previous restart is over when no lead waits.
    if (since >= BETWEEN && answers.length === sent) {
      restart();
      restarts++;
      since = 0;
    }
    void postLead()
      .catch(() => undefined)
      .then((status) => answers.push(status));
    await wait(PAUSE_MS);
  }
  await vi.waitUntil(() => answers.length === sent, 20_000);
  return answers;
}

test("a lead every 30 milliseconds during three restarts is stored without a proxy", async () => {
  const { port, restart } = await startSite();
  const answers = await through(restart, async () => (await sendRequest(port, post())).status);
  expect(answers.filter((status) => status !== 201)).toEqual([]);
  const stored: unknown[] = JSON.parse((await sendRequest(port, get("?select=id"))).body);
  expect(stored).toHaveLength(answers.length);
});

test.for(["nginx", "caddy"] as const)(
  "a lead every 30 milliseconds during three restarts is stored behind %s",
  async (name, { skip }) => {
    skip(findProgram(name) === undefined, `${name} is not on this machine`);
    const { port, restart } = await startSite();
    const front = await startProxy(name, port);
    onTestFinished(() => front.stop());
    const answers = await through(restart, async () => {
      const { headers, body } = post(LEAD, { "idempotency-key": randomUUID() });
      const request = { headers: { ...headers, ":method": "POST", ":path": LEADS_PATH }, body: String(body) };
      return (await ask(front, request)).headers[":status"];
    });
    expect(answers.filter((status) => status !== 201)).toEqual([]);
  },
);

/** Milliseconds between two requests: 400 a second. */
const EVERY_MS = 2.5;

test("content that is applied while 400 requests come a second refuses none of them", async () => {
  const contentDir = temporaryFolder();
  cpSync(SAMPLE_CONTENT, contentDir, { recursive: true });
  const file = join(contentDir, "site.yaml");
  const write = (brand: string) =>
    writeFileSync(file, readFileSync(file, "utf8").replace(/brandName: .*/, `brandName: ${brand}`));
  write("First");
  buildWhenStale();
  const { port, env, pid } = await startSite({ CONTENT_DIR: contentDir, DIST_DIR: join(root, "dist") });
  write("Second");
  const apply = ["cli/content-main.ts", "apply", `--service=kill -HUP ${pid}`];
  const applied = spawn(process.execPath, apply, { cwd: root, env, stdio: "ignore" });
  const begin = performance.now();
  const answers: Promise<number | undefined>[] = [];
  const shown: boolean[] = [];
  while (!shown.includes(true) && performance.now() - begin < 60_000) {
    for (; answers.length < (performance.now() - begin) / EVERY_MS;)
      answers.push(
        sendRequest(port, { method: "GET", path: "/" }).then(
          ({ status, body }) => {
            shown.push(body.includes("<title>Second"));
            return status;
          },
          () => undefined,
        ),
      );
    await wait(EVERY_MS);
  }
  const all = await Promise.all(answers);
  expect(applied.exitCode).toBe(0);
  expect(all.filter((status) => status !== 200)).toEqual([]);
  expect(shown[0]).toBe(false);
  expect(shown).toContain(true);
}, 120_000);

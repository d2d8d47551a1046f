/** The command line as an operator uses it: the real command, with a real server and without one. */
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import {
  type Home,
  newHome,
  postLead,
  runCommand,
  type RunningProcess,
  startCommand,
  startProcess,
} from "../tests/support/process.ts";
import { openStore } from "../server/store/open-store.ts";
import { LEAD } from "../tests/support/leads.ts";
import { startReceiver } from "../tests/support/receiver.ts";
import { sendRequest } from "../tests/support/server.ts";

// Each test starts several processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** A port on which nothing listens. */
const NO_PORT = "1";

const home = (changes: Record<string, string> = {}) => newHome({ PORT: NO_PORT, ...changes });

/** A running site, and the environment in which the command line finds it. */
async function running(env = home()): Promise<{ site: RunningProcess; env: Home }> {
  const site = await startProcess({ ...env, PORT: "0" });
  return { site, env: { ...env, PORT: String(site.port) } };
}

test("the command line reads the store of a running site, and changes that of a stopped one", async () => {
  const { site, env } = await running();
  const id = await postLead(site.port, env.DATA_DIR);
  expect((await runCommand(["list"], env)).stdout).toContain(id);
  await site.kill("SIGTERM");
  expect((await runCommand(["erase", "--email", LEAD.email, "--yes"], env)).code).toBe(0);
  using db = new DatabaseSync(join(env.DATA_DIR, "leads.db"), { readOnly: true });
  expect(db.prepare("SELECT id FROM lead_submissions").all()).toEqual([]);
});

test("a command ends quietly when nobody reads its output any more", async () => {
  const env = home();
  await (await openStore({ dataDir: env.DATA_DIR, databaseUrl: undefined }, () => {})).close();
  const unread = startCommand(["export"], env);
  unread.stopReading();
  const { code, stderr } = await unread.outcome;
  expect(code).toBe(141);
  expect(stderr).not.toContain("EPIPE");
});

test("the command line says what to do without a store, and creates none", async () => {
  const env = home();
  mkdirSync(env.DATA_DIR);
  const stderr = expect.stringMatching(/^There is no .*Start the site once/);
  expect(await runCommand(["list"], env)).toEqual({ code: 1, stdout: "", stderr });
  expect(() => statSync(join(env.DATA_DIR, "leads.db"))).toThrow("ENOENT");
});

test("a wrong setting is one sentence, and misuse has exit code 2", async () => {
  const env = home();
  const refused = { code: 1, stdout: "", stderr: "TIME_ZONE must be a time zone like America/New_York.\n" };
  expect(await runCommand(["list"], { ...env, TIME_ZONE: "Mars/Base" })).toEqual(refused);
  expect(await runCommand(["show"], env)).toMatchObject({ code: 2, stdout: "" });
});

test("`leads inbox` prints a link that the server accepts, and when it expires", async () => {
  const { site, env } = await running(home({ SITE_URL: "https://agency.example/" }));
  const { stdout, stderr } = await runCommand(["inbox"], env);
  expect(stdout).toMatch(/^https:\/\/agency\.example\/inbox\/sign-in\?token=\S+\n$/);
  expect(stderr).toMatch(/^Valid until .* E[SD]T\.\n$/);
  const { pathname, search } = new URL(stdout.trim());
  expect(await sendRequest(site.port, { path: pathname + search })).toMatchObject({ status: 200 });
});

test("`leads test` sends a lead through the whole chain", async () => {
  const { env } = await running();
  const { code, stdout, stderr } = await runCommand(["test"], env);
  const arrived = expect.stringContaining("Everything arrived; mails are only written to files");
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: arrived });
  const files = [...stdout.matchAll(/ as (\S+\.html)$/gm)].map(([, file = ""]) => file);
  const mails = files.map((file) => readFileSync(file, "utf8"));
  expect(mails).toHaveLength(2);
  for (const mail of mails) expect(mail).toMatch(/Subject: <b>\[Test\] /);
  expect((await runCommand(["list", "--show", "all"], env)).stdout).toMatch(/^answered .* \[test\] /);
});

test("`leads test` fails, and says what did not arrive and why", async () => {
  const gone = await startReceiver((response) => response.writeHead(410).end());
  const webhook = { WEBHOOK_URLS: `http://127.0.0.1:${gone.port}/x`, WEBHOOK_ALLOW_HOSTS: "127.0.0.1" };
  const { env } = await running(home(webhook));
  const { code, stdout, stderr } = await runCommand(["test"], env);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^webhook to 127\.0\.0\.1:\d+: dead\. .*410/m);
  expect(stderr).toMatch(/2 of 4 did not arrive/);
});

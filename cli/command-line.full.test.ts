/**
 * The command line as an operator uses it: the real
 * command, with a real server and without one.
 */

import { mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import {
  type Home,
  newHome,
  runCommand,
  startProcess,
} from "../tests/support/process.ts";

// Each test starts several processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** A port on which nothing listens. */
const NO_PORT = "1";

const home = (settings = {}) => newHome({ PORT: NO_PORT, ...settings });

test("without a store, the command line says what to do, and creates no store", async () => {
  const env = home();
  mkdirSync(env.DATA_DIR);
  const stderr = expect.stringMatching("^There is no .*Start the site once");
  expect(await runCommand(["inbox"], env)).toEqual({
    code: 1,
    stdout: "",
    stderr,
  });
  expect(() => statSync(join(env.DATA_DIR, "leads.db"))).toThrow("ENOENT");
});

test("a wrong setting is refused in one sentence, and a missing argument has exit code 2", async () => {
  const env = home();
  const wrong = { ...env, TIME_ZONE: "Mars/Base" };
  expect(await runCommand(["inbox"], wrong)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^TIME_ZONE must .*\n$/),
  });
  expect(await runCommand(["export"], env)).toMatchObject({
    code: 2,
    stdout: "",
  });
  expect((await runCommand(["--help"], env)).code).toBe(0);
});

/**
 * @returns what `leads test` says, without the
 * paths of its mails, which it has written
 */
async function testLeadOf(env: Home) {
  await startProcess({ ...env, PORT: "0" });
  const { code, stdout, stderr } = await runCommand(["test"], env);
  const said = stdout.replaceAll(/(?<= as )\S+/g, (file) =>
    readFileSync(file).length > 0 ? "a file" : "",
  );
  return `${stderr}${said}exit code ${code}\n`;
}

test("`leads test` stores a test lead, names what arrived where, and marks it as answered", async () => {
  const refused = home({ WEBHOOK_URLS: "https://127.0.0.1/" });
  const env = home();
  const said = [await testLeadOf(refused), await testLeadOf(env)];
  await expect(said.join("\n")).toMatchFileSnapshot("commands/test.said.txt");
  const sheet = join(env.DATA_DIR, "leads.csv");
  symlinkSync("/dev/full", `${sheet}.part`);
  const full = await runCommand(["export", sheet], env);
  expect(full.stderr).toContain("The disk is full. Free some space");
  using db = new DatabaseSync(join(env.DATA_DIR, "leads.db"), {
    readOnly: true,
  });
  expect(
    db.prepare("SELECT source, answered_at FROM lead_contexts").all(),
  ).toEqual([{ source: "test", answered_at: expect.any(String) }]);
});

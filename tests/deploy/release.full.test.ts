/** The archive of `npm run release`, on a machine without Node: every command of its page runs from it. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../machine/free-port.ts";
import { untilReady } from "../fakes/process.ts";
import { wholeRelease } from "../fakes/releases.ts";
import { sendRequest } from "../fakes/server.ts";
import { postForm } from "../wire/form-request.ts";
import { block, commandsOf } from "../documentation/blocks.ts";

/** Without Node, unlike this machine's own PATH. */
const PATH = "/usr/bin:/bin";

test("it starts, takes a form, writes its mails and lists the lead, and its sums and bill of materials are true", async () => {
  const { target, archive, sums, folders, home } = wholeRelease();
  expect(archive).toMatch(/^nightshift-\d+\.\d+\.\d+-\w+-\w+\.tar\.gz$/);
  expect(spawnSync("sha256sum", ["--check", sums], { cwd: target }).status).toBe(0);
  expect(folders, "one folder").toEqual([archive.replace(".tar.gz", "")]);
  expect(spawnSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: home }).status).toBe(0);
  const { components } = JSON.parse(readFileSync(join(home, "sbom.json"), "utf8"));
  const parts: string[] = components.map(({ name }: { name: string }) => name);
  expect(parts).toEqual(expect.arrayContaining(["fastify", "node", "pg", "react-dom", "valibot"]));
  expect(parts).not.toContain("vite");
  expect(readdirSync(join(home, "licenses"))).toHaveLength(parts.length);

  const port = await freePort();
  const env = { PATH, PORT: String(port), DATA_DIR: join(home, "data") };
  const run = (command: string) => spawnSync("sh", ["-c", command], { cwd: home, env, encoding: "utf8" });
  const [start = "", ...others] = commandsOf(block("docs/releases.md", "bin/nightshift start"));
  const site = spawn(join(home, start.split(" ")[0] ?? ""), ["start"], { env, stdio: "ignore" });
  onTestFinished(() => void site.kill("SIGKILL"));
  await untilReady(port);
  expect((await sendRequest(port, postForm())).status).toBeLessThan(400);
  expect(run("bin/nightshift leads list --json").stdout).toContain("Dana Ortiz");
  await expect
    .poll(() => readdirSync(join(home, "data", "mail")).length, { timeout: 30_000 })
    .toBeGreaterThan(0);
  expect(run("bin/nightshift version").stdout).toBe(`${/\d+\.\d+\.\d+/.exec(archive)?.[0]}\n`);
  expect(run("bin/nightshift launch-check").stdout).toMatch(/^Not ready to go public/);
  expect(run("bin/nightshift leads backup").stderr).toContain("Backed up 1 lead to");
  expect(run("bin/nightshift update x").stderr).toContain("is not in a folder releases/");
  expect(run("bin/nightshift nonsense").status).toBe(2);
  expect(run("bin/nightshift install --help").stdout).toContain("--undo");
  expect(run("bin/nightshift doctor").stdout).toMatch(/^Not as it should be[^]* is not https/);
  expect(run("bin/nightshift help storenotready").stdout).toMatch(/^## StoreNotReady\n/);
  expect(run("DATABASE_URL=x bin/nightshift start").stderr).toMatch(/^DATABASE_URL must look like .*\n$/);
  const known = readFileSync(join(home, "bin/nightshift"), "utf8") + run("bin/nightshift help").stderr;
  for (const word of others.map((command) => command.split(" ")[1] ?? ""))
    expect(known).toContain(`nightshift ${word}`);
}, 480_000);

/** The checks on GitHub: they only call npm, and run every check there is. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../scripts/root.ts";
import { SAMPLE_CONTENT, withEnv } from "../../server/configuration/env.ts";
import { newFolder } from "../machine/new-folder.ts";
import { VARIABLES } from "../../server/configuration/variables.ts";

interface Job {
  env?: Record<string, string>;
  strategy?: { matrix: Record<string, (string | number)[]> };
  steps: { run?: string; uses?: string }[];
}

const read = (file: string) => readFileSync(join(root, file), "utf8");
/** The job for a tag needs permissions and programs of GitHub; the checks do not. */
const release: { on: object; jobs: Record<string, Job> } = parse(read(".github/workflows/release.yml"));
const workflow: { permissions: object; jobs: Record<string, Job> } = parse(
  read(".github/workflows/checks.yml"),
);
const deploy: { on: object; env: object; jobs: Record<string, Job & { if: string; needs?: string }> } = parse(
  read(".github/workflows/deploy.yml"),
);
const content: typeof workflow = parse(read("deploy/content.yml"));
const nightly: typeof workflow & { on: { schedule: object[] } } = parse(
  read(".github/workflows/nightly.yml"),
);
const codeql: { jobs: Record<string, Job> } = parse(read(".github/workflows/codeql.yml"));
const { scripts, engines }: { scripts: Record<string, string>; engines: { node: string } } = JSON.parse(
  read("package.json"),
);
const jobs = [workflow, nightly].flatMap((file) => Object.values(file.jobs));

/** Each step of a job as it runs, once for every value of its matrix. */
const commands = jobs.flatMap(({ steps, strategy }) =>
  steps.flatMap(({ run = "" }) => {
    const [, name] = /\$\{\{ matrix\.(\w+) \}\}/.exec(run) ?? [];
    const values = name === undefined ? [""] : (strategy?.matrix[name] ?? []);
    return values.map((value) => run.replace(/\$\{\{.*\}\}/, String(value)));
  }),
);

test("every step is an existing npm command", () => {
  for (const command of commands.filter((written) => written !== "")) {
    const [, script] = /^npm (?:run )?([\w:-]+)(?: --audit-level=\w+)?$/.exec(command) ?? [];
    expect(script === "audit" || (script !== undefined && script in scripts), command).toBe(true);
  }
});

test("every test command is called", () => {
  const tests = Object.keys(scripts).filter((name) => /^(?:test\b|rehearsal$)/.test(name));
  expect(tests.length).toBeGreaterThan(3);
  for (const name of tests) expect(commands).toContain(name === "test" ? "npm test" : `npm run ${name}`);
});

test("the oldest and the newest of each line of Node that is allowed are tried, and the README names them", () => {
  const oldest = engines.node.split(" || ").map((part) => part.replace(/^\D+/, ""));
  const tried = workflow.jobs.node?.strategy?.matrix.node ?? [];
  for (const version of oldest) {
    expect(tried).toEqual(expect.arrayContaining([version, version.split(".")[0]]));
    expect(read("README.md")).toContain(version.replace(/\.0$/, ""));
  }
});

test("each night the properties try other values than those of a change's checks", () => {
  expect(nightly.on.schedule).toHaveLength(1);
  expect(nightly.jobs.random?.env).toEqual({ TEST_SEED: "random" });
  expect(nightly.jobs.random?.steps.at(-1)).toEqual({ run: "npm run test:full" });
  expect(jobs.filter(({ env }) => env?.TEST_SEED !== undefined)).toHaveLength(1);
});

test("they may only read, and use only GitHub's own actions, pinned by commit", () => {
  for (const { permissions } of [workflow, nightly, content])
    expect(permissions).toEqual({ contents: "read" });
  const pinned = /^(?:actions|github)\/[\w/-]+@[0-9a-f]{40}$/;
  for (const { jobs: each } of [workflow, nightly, release, deploy, codeql, content])
    for (const { uses } of Object.values(each).flatMap(({ steps }) => steps))
      if (uses !== undefined) expect(uses).toMatch(pinned);
});

test("a tag is a version: its archive and image are built and attested once all tests passed", () => {
  expect(release.on).toEqual({ push: { tags: ["v*"] } });
  const steps = Object.values(release.jobs).flatMap((job) => job.steps);
  const ran = steps.map(({ run = "", uses = "" }) => run + uses).join("\n");
  for (const step of [
    "npm run test:full\nnpm run release",
    "docker buildx build",
    "--provenance",
    "org.opencontainers.image",
    // An owner may be called MyAgency, an image may not.
    '--tag "${IMAGE,,}:',
  ])
    expect(ran).toContain(step);
  expect(ran.match(/attest-build-provenance/g)).toHaveLength(2);
  const { version }: { version: string } = JSON.parse(read("package.json"));
  const headings = [...read("CHANGELOG.md").matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toContain(version);
  expect(new Set(headings).size).toBe(headings.length);
});

test("a change on main is deployed to the one named server once it is checked", () => {
  expect(deploy.on).toEqual({ push: { branches: ["main"] }, workflow_dispatch: null });
  const { check, ...homes } = deploy.jobs;
  expect(check?.if).toBe("vars.DEPLOY_TO != ''");
  expect(check?.steps.at(-1)).toEqual({ run: "npm test" });
  expect(Object.keys(deploy.env).filter((name) => VARIABLES.includes(name))).toEqual([]);
  const page = read("docs/deploy/from-github.md");
  for (const [name, job] of Object.entries(homes)) {
    expect(job).toMatchObject({ if: `vars.DEPLOY_TO == '${name}'`, needs: "check", environment: "live" });
    expect(page).toContain(`| \`${name}\` |`);
  }
  const steps = Object.values(homes).flatMap((job) => job.steps.map(({ run = "" }) => run));
  for (const command of steps) {
    // Secrets and settings come from the environment, so that none is part of a command.
    expect(command).not.toContain("${{");
    expect(spawnSync("bash", ["-n"], { input: command }).status, command).toBe(0);
    const [, script] = /^npm run (\S+)$/.exec(command) ?? [];
    if (script !== undefined) expect(scripts).toHaveProperty(script);
  }
  const ran = steps.join("\n");
  for (const name of ["nightshift update", "/opt/nightshift/current/bin/"])
    expect([ran.includes(name), read("docs/deploy/systemd.md").includes(name)]).toEqual([true, true]);
  const { services }: { services: object } = parse(read("compose.yaml"), { merge: true });
  const built = Object.entries(services).flatMap(([name, service]) => ("build" in service ? [name] : []));
  expect(ran).toContain(`docker compose --project-name nightshift build ${built.join(" ")}\n`);
  expect(ran).toContain(`docker save nightshift-${built.join(" nightshift-")} | gzip`);
  for (const [, variable] of read(".github/workflows/deploy.yml").matchAll(/(?:vars|secrets)\.(\w+)/g))
    expect(page).toContain(`\`${variable}\``);
});

test("a repository of the content alone replaces the server's folder once the server has checked it", () => {
  const home = newFolder();
  const shown = join(home, "shown");
  const repository = join(home, "repository");
  cpSync(SAMPLE_CONTENT, repository, { recursive: true });
  cpSync(SAMPLE_CONTENT, shown, { recursive: true });
  mkdirSync(join(repository, ".git"));
  writeFileSync(join(home, "ssh"), '#!/bin/sh\ncd "$HOME" && exec sh -c "$2"\n', { mode: 0o755 });
  const steps = content.jobs["content"]?.steps.map(({ run: command = "" }) => command) ?? [];
  const deliver = steps
    .join("\n")
    .replaceAll("/etc/nightshift/content", shown)
    .replace(
      "/opt/nightshift/current/bin/nightshift content",
      `node ${join(root, "cli", "content-main.ts")}`,
    );
  const run = () => {
    const path = [home, dirname(process.execPath), withEnv({})["PATH"]].join(":");
    const env = withEnv({ HOME: home, KEY: "key", KNOWN_HOSTS: "server", TARGET: "server", PATH: path });
    return spawnSync("bash", ["-e", "-c", deliver], { cwd: repository, encoding: "utf8", env });
  };
  const write = (label: string) =>
    writeFileSync(
      join(repository, "home.yaml"),
      readFileSync(join(SAMPLE_CONTENT, "home.yaml"), "utf8").replace(
        "menuLabel: Sections",
        `menuLabel: ${label}`,
      ),
    );
  const inFolder = () => readFileSync(join(shown, "home.yaml"), "utf8");
  write("Sections: all");
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^content\/home\.yaml:\d+:14: /) });
  expect(inFolder()).toBe(readFileSync(join(SAMPLE_CONTENT, "home.yaml"), "utf8"));
  write("Parts");
  rmSync(join(repository, "trades", "hvac.yaml"));
  expect(run()).toMatchObject({ status: 0, stderr: "" });
  expect(inFolder()).toContain("menuLabel: Parts");
  expect(existsSync(join(shown, "trades", "hvac.yaml"))).toBe(false);
  expect(existsSync(join(shown, ".git"))).toBe(false);
  const key = join(home, ".ssh", "id_deploy");
  expect([readFileSync(key, "utf8"), statSync(key).mode & 0o777]).toEqual(["key\n", 0o600]);
  const page = read("docs/deploy/from-github.md");
  for (const [, variable] of read("deploy/content.yml").matchAll(/(?:vars|secrets)\.(\w+)/g))
    expect(page).toContain(`\`${variable}\``);
}, 30_000);

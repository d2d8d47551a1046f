/**
 * The machine's own Node, which only installs the packages: the oldest that package.json allows, and those that it refuses,
 * of which only the oldest is fetched. CI tries each line's oldest and newest (`.github/workflows/checks.yml`). Node comes
 * from npm's registry.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { withEnv } from "../server/settings/env.ts";
import { temporaryFolder } from "../tests/support/server.ts";
import { root } from "./root.ts";

/** Loads the native parts that npm left out with a wrong Node. */
const PROGRAM = `import { rolldown } from "rolldown";
import { transform } from "lightningcss";
console.log(typeof rolldown, typeof transform, process.versions.node.split(".")[0]);
`;

/** @returns the variables in which this version is the machine's Node */
function nodeOf(version: string): Record<string, string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ allowScripts: { node: true } }));
  spawnSync("npm", ["install", "--no-save", `node@${version}`], { cwd: folder });
  const bin = join(folder, "node_modules", "node", "bin");
  expect(existsSync(join(bin, "node")), `node@${version} is installed`).toBe(true);
  return { PATH: bin + delimiter + (withEnv({})["PATH"] ?? "") };
}

function project(): string {
  const folder = temporaryFolder();
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, "scripts"));
  for (const name of ["setup.mjs", "setup"])
    cpSync(join(root, "scripts", name), join(folder, "scripts", name), { recursive: true });
  writeFileSync(join(folder, "scripts", "hello.ts"), PROGRAM);
  return folder;
}

function start(folder: string, env: Record<string, string>) {
  const begun = performance.now();
  const { stdout, stderr, status } = spawnSync("node", ["scripts/setup.mjs", "hello"], {
    cwd: folder,
    encoding: "utf8",
    env: withEnv(env),
  });
  return { stdout, stderr, status, ms: performance.now() - begun };
}

/** @returns the variables in which this Node says that it has another version */
function named(version: string): Record<string, string> {
  const code = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

test.each([
  ["12.22.12", nodeOf],
  ...["18.20.8", "20.18.3", "21.7.3", "22.11.0"].map((version) => [version, named] as const),
] as const)(
  "Node %s is refused in one sentence within two seconds, and nothing is installed",
  (version, envOf) => {
    const folder = project();
    const { stderr, status, ms } = start(folder, envOf(version));
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        `Node ${version} cannot install this site's packages: install Node 20.19 or a newer 20, ` +
        "or 22.12 or a newer one (https://nodejs.org), and run this again.\n",
    });
    expect(ms).toBeLessThan(2_000);
    expect(readdirSync(folder)).not.toContain("node_modules");
  },
  300_000,
);

test("Node 20.19.0 installs every native part, even over an install by one that could not", () => {
  // What a wrong Node leaves behind: everything but the native parts, by npm's own record.
  const folder = project();
  spawnSync("npm", ["ci", "--omit=optional", "--ignore-scripts"], { cwd: folder });
  expect(readdirSync(folder)).toContain("node_modules");
  const { stdout, stderr } = start(folder, nodeOf("20.19.0"));
  expect({ stdout, stderr }).toEqual({
    stdout: "function function 26\n",
    stderr: "Installing packages (about a minute, once) …\n",
  });
}, 600_000);

test("no registry is said within ten seconds, in npm's own words", () => {
  const { stderr, status, ms } = start(project(), { npm_config_registry: "http://127.0.0.1:1/" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/ECONNREFUSED[^]*npm could not install the packages, as it says above\.\n$/);
  expect(ms).toBeLessThan(10_000);
}, 60_000);

/** The set-up before every npm command, in a project whose npm only records its calls. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { temporaryFolder } from "../support/server.ts";

const NPM = `#!/bin/sh
echo "npm $1" >> calls
mkdir node_modules || exit 1
mkdir -p node_modules/node/bin && ln -s "${process.execPath}" node_modules/node/bin/node
cp package-lock.json node_modules/.package-lock.json
`;

const PACKAGES = {
  "": {},
  "node_modules/node": { integrity: "sha512-x" },
  "node_modules/native-elsewhere": { integrity: "sha512-z", optional: true, os: ["aix"], cpu: ["ppc64"] },
};

function project(npm = NPM, node = ">=20.0.0"): string {
  const folder = temporaryFolder();
  for (const name of ["scripts", "bin"]) mkdirSync(join(folder, name));
  for (const name of ["setup.mjs", "setup"])
    cpSync(join(root, "scripts", name), join(folder, "scripts", name), { recursive: true });
  writeFileSync(join(folder, "scripts", "hello.ts"), 'console.log("hello");\n');
  writeFileSync(join(folder, "bin", "npm"), npm, { mode: 0o755 });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ engines: { node } }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: PACKAGES }));
  return folder;
}

/** @returns the exit code, or what it said instead of starting */
async function start(folder: string): Promise<unknown> {
  const child = spawn(process.execPath, [join("scripts", "setup.mjs"), "hello"], {
    cwd: folder,
    env: withEnv({ PATH: join(folder, "bin") + delimiter + (withEnv({})["PATH"] ?? "") }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = await once(child, "close");
  return code === 0 ? 0 : said.replace(/^Installing packages .*\n/, "");
}

const calls = (folder: string) => readFileSync(join(folder, "calls"), "utf8");

test("the first start installs, and later ones do not", async () => {
  const folder = project();
  expect([await start(folder), await start(folder)]).toEqual([0, 0]);
  expect(calls(folder)).toBe("npm ci\n");
});

test("a Node that cannot install the packages is named before anything is installed", async () => {
  const folder = project(NPM, "^98.7.0 || >=99.1.0");
  expect(await start(folder)).toBe(
    `Node ${process.versions.node} cannot install this site's packages: install Node 98.7 or a newer 98, ` +
      "or 99.1 or a newer one (https://nodejs.org), and run this again.\n",
  );
  expect(existsSync(join(folder, "calls"))).toBe(false);
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(engines.node).toMatch(/^(?:(?:\^|>=)\d+\.\d+\.\d+(?: \|\| |$))+$/);
});

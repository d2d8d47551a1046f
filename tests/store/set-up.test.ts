/** The set-up before every npm command, in a project whose npm only records its calls. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { withEnv } from "../../server/configuration/env.ts";
import { temporaryFolder } from "../fakes/server.ts";

const SET_UP = fileURLToPath(new URL("../../scripts/setup.mjs", import.meta.url));

/** Slow enough that another start comes during an install, and it fails beside another install, like npm. */
const NPM = `#!/bin/sh
echo "npm $1" >> calls
mkdir node_modules || exit 1
sleep 1
mkdir -p node_modules/node/bin && ln -s "${process.execPath}" node_modules/node/bin/node
cp package-lock.json node_modules/.package-lock.json
`;

function project(): string {
  const folder = temporaryFolder();
  for (const name of ["scripts", "bin"]) mkdirSync(join(folder, name));
  cpSync(SET_UP, join(folder, "scripts", "setup.mjs"));
  writeFileSync(join(folder, "scripts", "hello.ts"), 'console.log("hello");\n');
  writeFileSync(join(folder, "bin", "npm"), NPM, { mode: 0o755 });
  const packages = { "": {}, "node_modules/node": { integrity: "sha512-x" } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
  return folder;
}

async function start(folder: string): Promise<unknown> {
  const child = spawn(process.execPath, [join("scripts", "setup.mjs"), "hello"], {
    cwd: folder,
    env: withEnv({ PATH: join(folder, "bin") + delimiter + (withEnv({})["PATH"] ?? "") }),
    stdio: "ignore",
  });
  const [code] = await once(child, "exit");
  return code;
}

test("of two concurrent starts one installs, and the other waits for it", async () => {
  const folder = project();
  expect(await Promise.all([start(folder), start(folder)])).toEqual([0, 0]);
  expect(await start(folder)).toBe(0);
  expect(readFileSync(join(folder, "calls"), "utf8")).toBe("npm ci\n");
});

test("an install that was killed delays nobody", async () => {
  const folder = project();
  const gone = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
  await once(gone, "exit");
  writeFileSync(join(folder, ".installing"), String(gone.pid));
  expect(await start(folder)).toBe(0);
});

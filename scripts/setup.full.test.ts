/**
 * The first step of every command (`setup.mjs`):
 * the real npm installs a package from a file.
 */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { withEnv } from "../server/settings/env.ts";
import { newFolder } from "../tests/machine/new-folder.ts";
import { root } from "./root.ts";

const folder = newFolder();
/** The package of Node for this machine. */
const NODE = "node-here";

const run = (
  program: string,
  args: string[],
  env: Record<string, string> = {},
): string => {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: withEnv(env),
  });
  return stderr + stdout + (status || "");
};

/**
 * Runs a command of the project. @returns
 * the whole output, and the code of a failure
 */
const command = (name: string, env?: Record<string, string>) =>
  run("npm", ["run", "--silent", name], env);

/**
 * Makes a project whose two commands print settings,
 * as `npm start` and `npm test` would have them.
 */
beforeAll(() => {
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text, { mode: 0o755 });
  };
  const { platform, arch } = process;
  const about = { name: NODE, version: "1.0.0", os: platform, cpu: arch };
  write("node/package.json", JSON.stringify(about));
  write("node/bin/node", `#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
  run("npm", ["pack", "./node"]);
  for (const name of ["setup.mjs", "setup"])
    cpSync(join(root, "scripts", name), join(folder, "scripts", name), {
      recursive: true,
    });
  const program =
    'const { BRAND_NAME = "none", PORT = "none", KILL } = process.env; console.log(BRAND_NAME, PORT); if (KILL) process.kill(process.pid, KILL);\n';
  const names = ["settings", "test"];
  for (const name of names) write(`scripts/${name}.ts`, program);
  write(
    "package.json",
    JSON.stringify({
      name: "project",
      type: "module",
      engines: { node: ">=20.0.0" },
      scripts: Object.fromEntries(
        names.map((name) => [name, `node scripts/setup.mjs ${name}`]),
      ),
      optionalDependencies: { [NODE]: `file:${NODE}-1.0.0.tgz` },
    }),
  );
  run("npm", ["install", "--package-lock-only", "--offline"]);
});

test("a command reads .env, and the environment takes precedence; `npm test` does not read .env", () => {
  const settings = (env?: Record<string, string>) => command("settings", env);
  writeFileSync(join(folder, ".env.txt"), "PORT=80\n");
  expect(settings()).toMatch(/\.env\.txt: name it \.env\n1$/);
  writeFileSync(
    join(folder, ".env"),
    'BRAND_NAME="Ortiz & Sons" # ours\nPORT=8080    # and the port\n',
  );
  expect(settings({ PORT: "9090" })).toBe("Ortiz & Sons 9090\n");
  expect(settings({ KILL: "SIGKILL" })).toMatch(/\n1$/);
  expect(command("test")).toBe("none none\n");
  writeFileSync(join(folder, ".env"), "BRAND_NAME='a$b'\nPORT=8$0\n");
  expect(settings()).toMatch(/^\S+\.env:2 has a \$, .*\na\$b 8\$0\n$/);
  writeFileSync(join(folder, ".env"), "PORT=80\rBRAND_NAME= \rPORT=8080\r\n");
  expect(settings()).toBe(" 8080\n");
  const misread = [
    "# Ours",
    "BRAND_NAME=Joe's #1",
    "PORT: 80",
    "export\tPORT=80",
    String.raw`PORT="8\n0"`,
  ];
  writeFileSync(join(folder, ".env"), misread.join("\r\n"));
  expect(settings()).toMatch(
    /^(?:.*\.env:[2-5] is not read as written: .*\n){4}Joe's 8\n0\n$/,
  );
}, 60_000);

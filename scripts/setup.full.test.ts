/** The first step of every command (`setup.mjs`): the real npm installs two packages from files. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { withEnv } from "../server/settings/env.ts";
import { newFolder } from "../tests/machine/new-folder.ts";
import { root } from "./root.ts";

const folder = newFolder();
/** The package of Node for this machine. */
const NODE = `node-${process.platform}-${process.arch}`;

const run = (
  command: string,
  args: string[],
  env: Record<string, string> = {},
): string => {
  const { stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    env: withEnv(env),
  });
  return stderr + stdout;
};

/** Runs `npm run hello`, or another command. @returns the whole output */
const hello = (env?: Record<string, string>, command = "hello") =>
  run("npm", ["run", "--silent", command], env);

/** Makes a project whose command `hello` needs a package of the build, as `npm start` does. */
beforeAll(() => {
  const write = (file: string, content: string) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), content, { mode: 0o755 });
  };
  for (const [folderName, name] of [
    ["node", NODE],
    ["builder", "builder"],
  ])
    write(
      `${folderName}/package.json`,
      JSON.stringify({
        name,
        version: "1.0.0",
        type: "module",
        exports: "./index.js",
      }),
    );
  write("node/bin/node", `#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
  write("builder/index.js", 'export const word = "built";\n');
  run("npm", ["pack", "./node", "./builder"]);
  for (const name of ["setup.mjs", "setup"])
    cpSync(join(root, "scripts", name), join(folder, "scripts", name), {
      recursive: true,
    });
  write(
    "scripts/hello.ts",
    'import { word } from "builder";\nconsole.log(word);\n',
  );
  const program =
    'console.log(process.env.BRAND_NAME ?? "none", process.env.PORT ?? "none");\n';
  for (const name of ["settings", "test"]) write(`scripts/${name}.ts`, program);
  const commands = ["hello", "settings", "test"].map((name) => [
    name,
    `node scripts/setup.mjs ${name}`,
  ]);
  write(
    "package.json",
    JSON.stringify({
      name: "project",
      type: "module",
      engines: { node: ">=20.0.0" },
      scripts: Object.fromEntries(commands),
      optionalDependencies: { [NODE]: `file:${NODE}-1.0.0.tgz` },
      devDependencies: { builder: "file:builder-1.0.0.tgz" },
    }),
  );
  run("npm", ["install", "--package-lock-only", "--offline"]);
});

test("a command reads .env, and the environment takes precedence; `npm test` does not read .env", () => {
  const settings = (env?: Record<string, string>) => hello(env, "settings");
  writeFileSync(join(folder, ".env.txt"), "PORT=80\n");
  expect(settings()).toMatch(/\.env\.txt: name it \.env\n$/);
  writeFileSync(
    join(folder, ".env"),
    'BRAND_NAME="Ortiz & Sons" # ours\nPORT=8080\n',
  );
  expect(settings({ PORT: "9090" })).toBe("Ortiz & Sons 9090\n");
  expect(hello({}, "test")).toBe("none none\n");
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

/** The first step of every command, in a separate project: the real npm, with two packages from files. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withEnv } from "../server/settings/env.ts";
import { temporaryFolder } from "../tests/support/server.ts";
import { root } from "./root.ts";

/** A project whose command `hello` needs a package of the build, as `npm start` does. */
function project() {
  const folder = temporaryFolder();
  const run = (command: string, args: string[], env: Record<string, string> = {}, cwd = folder): string => {
    const { stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", env: withEnv(env) });
    return stderr + stdout;
  };
  const pack = (name: string, file: string, content: string): void => {
    const source = join(folder, name);
    mkdirSync(join(source, "bin"), { recursive: true });
    writeFileSync(
      join(source, "package.json"),
      JSON.stringify({ name, version: "1.0.0", type: "module", exports: "./index.js" }),
    );
    writeFileSync(join(source, file), content, { mode: 0o755 });
    run("npm", ["pack", `./${name}`]);
  };
  pack("node", "bin/node", `#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
  pack("builder", "index.js", 'export const word = "built";\n');
  mkdirSync(join(folder, "scripts"));
  for (const name of ["setup.mjs", "setup"])
    cpSync(join(root, "scripts", name), join(folder, "scripts", name), { recursive: true });
  writeFileSync(join(folder, "scripts", "hello.ts"), 'import { word } from "builder";\nconsole.log(word);\n');
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({
      name: "project",
      type: "module",
      engines: { node: ">=20.0.0" },
      scripts: { hello: "node scripts/setup.mjs hello", test: "node scripts/setup.mjs test" },
      dependencies: { node: "file:node-1.0.0.tgz" },
      devDependencies: { builder: "file:builder-1.0.0.tgz" },
    }),
  );
  run("npm", ["install", "--package-lock-only", "--offline"]);
  return {
    folder,
    npm: (args: string[]) => void run("npm", args),
    /** `npm run hello`, or another command. @returns its whole output */
    hello: (env?: Record<string, string>, command = "hello") => run("npm", ["run", "--silent", command], env),
  };
}

test("a server's NODE_ENV=production leaves out nothing that the build needs", () => {
  const { hello } = project();
  expect(hello({ NODE_ENV: "production" })).toBe("Installing packages (about a minute, once) …\nbuilt\n");
  expect(hello(), "the second time").toBe("built\n");
}, 60_000);

test("packages that were deleted are installed again", () => {
  const { npm, hello } = project();
  hello();
  npm(["ci", "--omit=dev", "--offline"]);
  expect(hello()).toMatch(/^Installing packages .*\nbuilt\n$/);
}, 60_000);

test("a command reads .env, and the environment takes precedence; the tests do not read it", () => {
  const { folder, hello } = project();
  const program = 'console.log(process.env.BRAND_NAME ?? "none", process.env.PORT ?? "none");\n';
  for (const name of ["hello.ts", "test.ts"]) writeFileSync(join(folder, "scripts", name), program);
  writeFileSync(join(folder, ".env.txt"), "PORT=80\n");
  expect(hello()).toMatch(/\.env\.txt: name it \.env\n$/);
  writeFileSync(join(folder, ".env"), 'BRAND_NAME="Ortiz & Sons" # ours\nPORT=8080\n');
  expect(hello({ PORT: "9090" })).toBe("Ortiz & Sons 9090\n");
  expect(hello({}, "test")).toBe("none none\n");
  writeFileSync(join(folder, ".env"), "PORT=80\rBRAND_NAME= \rPORT=8080\r\n");
  expect(hello()).toMatch(/^.*\.env sets PORT twice: the last line counts\.\n 8080\n$/);
  const misread = ["# Ours", "BRAND_NAME=Joe's #1", "PORT: 80", "export\tPORT=80", String.raw`PORT="8\n0"`];
  writeFileSync(join(folder, ".env"), misread.join("\r\n"));
  expect(hello()).toMatch(/^(?:.*\.env:[2-5] is not read as written: .*\n){4}Joe's 8\n0\n$/);
}, 60_000);

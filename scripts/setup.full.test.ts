/** The first step of every command, in a separate project: the real npm, with two packages from files. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withEnv } from "../server/settings/env.ts";
import { temporaryFolder } from "../tests/support/server.ts";
import { root } from "./root.ts";

interface Project {
  folder: string;
  npm: (args: string[], env?: Record<string, string>) => void;
  /** `npm run hello`, or another command. @returns its whole output */
  hello: (env?: Record<string, string>, command?: string) => string;
}

/** A project whose one command needs a package of the build, like `npm start`. */
function project(): Project {
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
    npm: (args, env) => void run("npm", args, env),
    hello: (env, command = "hello") => run("npm", ["run", "--silent", command], env),
  };
}

test("a server's NODE_ENV=production leaves out nothing that the build needs", () => {
  const { hello } = project();
  expect(hello({ NODE_ENV: "production" })).toBe("Installing packages (about a minute, once) …\nbuilt\n");
  expect(hello(), "the second time").toBe("built\n");
}, 60_000);

test("packages that were deleted since are installed again", () => {
  const { npm, hello } = project();
  hello();
  npm(["prune", "--omit=dev"]);
  expect(hello()).toMatch(/^Installing packages .*\nbuilt\n$/);
  npm(["ci", "--omit=dev", "--offline"]);
  expect(hello()).toMatch(/^Installing packages .*\nbuilt\n$/);
}, 60_000);

test("every command reads .env, and the environment takes precedence; the tests do not read it", () => {
  const { folder, hello } = project();
  const program = 'console.log(process.env.BRAND_NAME ?? "none", process.env.PORT ?? "none");\n';
  for (const name of ["hello.ts", "test.ts"]) writeFileSync(join(folder, "scripts", name), program);
  hello();
  writeFileSync(join(folder, ".env"), 'BRAND_NAME="Ortiz & Sons"\nPORT=8080\n');
  expect(hello({ PORT: "9090" })).toBe("Ortiz & Sons 9090\n");
  expect(hello({}, "test")).toBe("none none\n");
}, 60_000);

test.each(["18.20.8", "20.18.3", "21.7.3", "22.11.0"])(
  "Node %s is refused in one sentence, and nothing is installed",
  (version) => {
    const folder = temporaryFolder();
    cpSync(join(root, "scripts", "setup.mjs"), join(folder, "scripts", "setup.mjs"));
    writeFileSync(join(folder, "package.json"), readFileSync(join(root, "package.json")));
    const program = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
    const { stdout, stderr } = spawnSync("node", ["scripts/setup.mjs", "hello"], {
      cwd: folder,
      encoding: "utf8",
      env: withEnv({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }),
    });
    expect(stderr + stdout).toBe(
      `Node ${version} cannot install this site's packages: install Node 20.19 or a newer 20, ` +
        "or 22.12 or a newer one (https://nodejs.org), and run this again.\n",
    );
    expect(readdirSync(folder)).not.toContain("node_modules");
  },
  60_000,
);

test("packages that npm cannot reach end the command in npm's own words", () => {
  const { folder, hello } = project();
  for (const name of ["package.json", "package-lock.json"])
    writeFileSync(join(folder, name), readFileSync(join(root, name)));
  const output = hello(
    { npm_config_registry: "http://127.0.0.1:1/", npm_config_fetch_retries: "0" },
    "start",
  );
  expect(output).toMatch(/ECONNREFUSED[^]*npm could not install the packages, as it says above\.\n$/);
}, 60_000);

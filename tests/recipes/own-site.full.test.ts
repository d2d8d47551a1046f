/**
 * Every recipe of docs/recipes.md is followed on a copy of the project, whose tests of what looks at content, counts, pictures,
 * colors or columns pass: content belongs to its owner.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withEnv } from "../../server/configuration/env.ts";
import { makeItsOwn } from "../fakes/own-site.ts";
import { copyProject } from "../fakes/project.ts";
import { temporaryFolder } from "../fakes/server.ts";

const UNITS = [
  ..."site contract scripts/build server/outbox/channels server/storage cli/commands tests/supabase".split(
    " ",
  ),
  ...["form", "services", "inserting", "reading", "filters", "cases"].map(
    (name) => `tests/wire/${name}.test.ts`,
  ),
  "tests/store/schema.test.ts",
];
const PAGES = ["sections", "html", "form-success", "form-fields", "screen-reader"].map(
  (name) => `tests/e2e/${name}.spec.ts`,
);

test("nothing that is right turns red on a site on which every recipe was followed", () => {
  const project = temporaryFolder();
  copyProject(project);
  makeItsOwn(project);
  const run = (program: string, ...args: string[]): void => {
    const command = program === "node" ? process.execPath : join(project, "node_modules", ".bin", program);
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: project,
      encoding: "utf8",
      env: withEnv({}),
    });
    expect(status, stdout + stderr).toBe(0);
  };
  run("oxfmt", "--check", "site", "contract", "server");
  run("node", "scripts/build.ts");
  const { folder, assets } = JSON.parse(readFileSync(join(project, "dist", "manifest.json"), "utf8"));
  const html = readFileSync(join(project, "dist", folder, "site", "index.html"), "utf8");
  const [, logo] =
    /<img src="(\/pictures\/logo-[\w-]{8}\.svg)" width="120" height="40" alt="[^"]+"/.exec(html) ?? [];
  expect(assets).toContain(logo);
  expect(html).toContain("<summary>Do I keep my number?</summary>");
  run("vitest", "run", "--exclude=**/*.full.test.ts", ...UNITS);
  run("playwright", "test", "--project=all", ...PAGES);
}, 600_000);

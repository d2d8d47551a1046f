/**
 * Follows every recipe of docs/recipes.md on a copy of the project, whose tests of content, counts, pictures, colors
 * and columns still pass: content belongs to its owner.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withEnv } from "../../server/configuration/env.ts";
import { makeItsOwn } from "../fakes/own-site.ts";
import { copyProject } from "../fakes/project.ts";
import { temporaryFolder } from "../fakes/server.ts";

/** Tests of files that an owner changes. `npm run test:own-site` runs all of `npm test` there. */
const UNITS =
  "site contract scripts/build cli/commands tests/supabase tests/wire/form tests/wire/inserting tests/store/schema";
const PAGES = "tests/e2e/sections tests/e2e/form-fields";

test("no correct site that followed every recipe fails a test", () => {
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
  run("vitest", "run", "--exclude=**/*.full.test.ts", ...UNITS.split(" "));
  run("playwright", "test", "--project=all", ...PAGES.split(" "));
}, 600_000);

/** The owner's own site, made by following every recipe of docs/recipes.md, passes the whole `npm test`. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withEnv } from "../../server/configuration/env.ts";
import { makeItsOwn } from "../fakes/own-site.ts";
import { copyProject } from "../fakes/project.ts";
import { temporaryFolder } from "../fakes/server.ts";

test("npm test is green on a site on which every recipe was followed", () => {
  const project = temporaryFolder();
  const run = (program: string, ...args: string[]): void => {
    const options = { cwd: project, encoding: "utf8", env: withEnv({}), maxBuffer: 1e9 } as const;
    const { status, stdout, stderr } = spawnSync(program, args, options);
    expect(status, stdout + stderr).toBe(0);
  };
  copyProject(project);
  makeItsOwn(project);
  // The structure tests ask git for the files.
  run("git", "init", "--quiet");
  run("git", "add", "--all");
  run("npm", "test");
  const { folder, assets } = JSON.parse(readFileSync(join(project, "dist", "manifest.json"), "utf8"));
  const html = readFileSync(join(project, "dist", folder, "site", "index.html"), "utf8");
  const [, logo] =
    /<img src="(\/pictures\/logo-[\w-]{8}\.svg)" width="120" height="40" alt="[^"]+"/.exec(html) ?? [];
  expect(assets).toContain(logo);
  expect(html).toContain("<summary>Do I keep my number?</summary>");
}, 1_800_000);

/** `npm run test:own-site`: the owner's own site, made by following every recipe, passes the whole `npm test`. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { withEnv } from "../../server/configuration/env.ts";
import { makeItsOwn } from "../fakes/own-site.ts";
import { copyProject } from "../fakes/project.ts";
import { temporaryFolder } from "../fakes/server.ts";

test("npm test is green on a site on which every recipe was followed", () => {
  const project = temporaryFolder();
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: project, encoding: "utf8", env: withEnv({}), maxBuffer: 1e9 });
  copyProject(project);
  makeItsOwn(project);
  // The structure tests ask git for the files.
  run("git", "init", "--quiet");
  run("git", "add", "--all");
  const { status, stdout, stderr } = run("npm", "test");
  expect(status, stdout + stderr).toBe(0);
}, 1_800_000);

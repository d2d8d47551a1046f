/** The owner's own site, made by following every recipe of docs/recipes.md, builds and shows what was asked for. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { withEnv } from "../../server/configuration/env.ts";
import { makeItsOwn } from "../fakes/own-site.ts";
import { copyProject } from "../fakes/project.ts";
import { temporaryFolder } from "../fakes/server.ts";

test("a site on which every recipe was followed is built with its logo, its questions and its field", () => {
  const project = temporaryFolder();
  copyProject(project);
  makeItsOwn(project);
  const PATH = join(project, "node_modules", ".bin") + delimiter + dirname(process.execPath);
  const env = withEnv({ PATH });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--env-file=.env", join(project, "scripts/build.ts")],
    { cwd: project, encoding: "utf8", env },
  );
  expect(status, stdout + stderr).toBe(0);
  const { folder, assets } = JSON.parse(readFileSync(join(project, "dist", "manifest.json"), "utf8"));
  const read = (page: string) => readFileSync(join(project, "dist", folder, "site", page), "utf8");
  const html = read("index.html");
  const [, logo] =
    /<img src="(\/pictures\/logo-[\w-]{8}\.svg)" width="120" height="40" alt="[^"]+"/.exec(html) ?? [];
  expect(assets).toContain(logo);
  expect(html).toContain("<summary>Do I keep my number?</summary>");
  expect(html).toContain("Moonlight");
  expect(read("book-call.html")).toContain('name="phone"');
});

/**
 * Every word of the content and every color is another on a copy of the project: what looks at content there, in unit
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withEnv } from "../../server/configuration/env.ts";
import { changeColors, changeWords } from "../fakes/other-words.ts";
import { copyProject } from "../fakes/project.ts";
import { temporaryFolder } from "../fakes/server.ts";

const UNITS = ["site", "contract", "scripts/build", "server/outbox/channels", "tests/wire/services.test.ts"];
const PAGES = ["headline", "sections", "html", "form-success"].map((name) => `tests/e2e/${name}.spec.ts`);

test("nothing that is right turns red when words and colors change", () => {
  const project = temporaryFolder();
  copyProject(project);
  changeWords(project);
  changeColors(project);
  const run = (program: string, ...args: string[]): void => {
    const command = program === "node" ? process.execPath : join(project, "node_modules", ".bin", program);
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: project,
      encoding: "utf8",
      env: withEnv({}),
    });
    expect(status, stdout + stderr).toBe(0);
  };
  run("node", "scripts/build.ts");
  run("vitest", "run", ...UNITS);
  run("playwright", "test", "--project=all", ...PAGES);
}, 600_000);

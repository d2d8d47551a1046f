/**
 * Tests the script that npm commands run first,
 * with a Node that cannot install the packages.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { temporaryFolder } from "../support/server.ts";

test("an unsupported Node gets a sentence, and nothing is installed", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "scripts"));
  cpSync(
    join(root, "scripts", "setup.mjs"),
    join(folder, "scripts", "setup.mjs"),
  );
  const needed = { engines: { node: "^98.7.0 || >=99.1.0" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(needed));
  const { stderr, status } = spawnSync(
    process.execPath,
    [join("scripts", "setup.mjs"), "start"],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  expect([status, stderr]).toEqual([
    1,
    `Node ${process.versions.node} cannot install this site's packages: install Node 98.7 or a newer 98, ` +
      "or 99.1 or a newer one (https://nodejs.org), and run this again.\n",
  ]);
  expect(existsSync(join(folder, "node_modules"))).toBe(false);
});

/** The script that npm commands run first, in a Node that is too old. */

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";

/** What a module finds in a Node that cannot read `.env`. */
const OLD =
  "data:text/javascript,import u from 'node:util';import {syncBuiltinESMExports} from 'node:module';delete u.parseEnv;syncBuiltinESMExports()";

test("an unsupported Node gets a sentence, and nothing is installed", () => {
  const { stderr, status } = spawnSync(
    process.execPath,
    ["--import", OLD, "scripts/setup.mjs", "no-such-program"],
    { cwd: root, encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([
    1,
    `Node ${process.versions.node} is too old: install a newer one (https://nodejs.org), and run this again.\n`,
  ]);
});

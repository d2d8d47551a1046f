/**
 * Runs the file that an npm script in package.json names,
 * unless this Node is too old to start the pinned one.
 */

import * as util from "node:util";

if (util.parseEnv)
  void import("./setup/start.mjs").then(({ start }) => start());
else {
  console.error(
    `Node ${process.versions.node} is too old: install a newer one (https://nodejs.org), and run this again.`,
  );
  process.exitCode = 1;
}

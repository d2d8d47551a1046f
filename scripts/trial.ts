/**
 * `npm run trial`: says whether this version would
 * run with the operator's store and content.
 */

import { spawnSync } from "node:child_process";
import { buildProgramWhenStale } from "./build/build-folder.ts";
import { root } from "./root.ts";

process.on("exit", (code) => {
  if (code !== 0) console.error(wayBack());
});
buildProgramWhenStale();
await import("../server/trial.ts");

/** In a clone the refused version has already taken the former one's place. */
function wayBack(): string {
  const { stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD@{1}"], {
    cwd: root,
    encoding: "utf8",
  });
  const former = stdout?.trim() || "<the former tag>";
  return (
    "This folder holds the refused version, and the site's next start would run it. " +
    `Before that, correct what is named above, or go back: git checkout ${former} && npm run build`
  );
}

/** Checks whether `dist/` was built from the present sources, and builds it if not. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readOtherOrigins, readSiteOverrides } from "../server/configuration/env.ts";
import { builtFolder, STAMP } from "./build/build-folder.ts";
import { root } from "./root.ts";

const INPUTS = [
  "site/**/*",
  "contract/**/*",
  "scripts/build*",
  "scripts/build/**/*",
  "package-lock.json",
  "vite.config.ts",
];

export function buildInputs(): string {
  const hash = createHash("sha256").update(JSON.stringify([readSiteOverrides(), readOtherOrigins()]));
  const files = globSync(INPUTS, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).toSorted())
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

/** @throws when the build fails, after printing the reason */
export function buildWhenStale(): void {
  if (isFresh()) return;
  // In a separate process, so the server's memory does not contain the bundler.
  const { status } = spawnSync(process.execPath, [join(root, "scripts", "build.ts")], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The build reports a setting that cannot be read. */
function isFresh(): boolean {
  try {
    return readFileSync(join(builtFolder(), STAMP), "utf8") === buildInputs();
  } catch {
    return false;
  }
}

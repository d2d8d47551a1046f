/** Which of the locked packages are not installed, by npm's own record of its last install. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const pinnedNode = join(
  root,
  "node_modules",
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

/** The paths of packages that every machine needs and that are absent or have another version. */
export function missingPackages() {
  const locked = packages("package-lock.json");
  const present = packages("node_modules/.package-lock.json");
  const missing = Object.keys(locked).filter(
    (path) =>
      path !== "" &&
      !locked[path].optional &&
      (present[path]?.integrity !== locked[path].integrity || !existsSync(join(root, path))),
  );
  return existsSync(pinnedNode) ? missing : [...missing, "node_modules/node/bin"];
}

/** Empty when the file is missing or cannot be read. */
function packages(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
  } catch {
    return {};
  }
}

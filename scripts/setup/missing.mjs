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

/** The paths of packages that this machine needs and that are absent or have another version. */
export function missingPackages() {
  const locked = packages("package-lock.json");
  // npm leaves out a native part that it cannot install.
  const present = packages("node_modules/.package-lock.json");
  const missing = Object.keys(locked).filter(
    (path) =>
      path !== "" &&
      isNeeded(locked[path]) &&
      (present[path]?.integrity !== locked[path].integrity || !existsSync(join(root, path))),
  );
  return existsSync(pinnedNode) ? missing : [...missing, "node_modules/node/bin"];
}

/** An optional package is needed when it is for one platform and that is ours. */
function isNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true;
  if (os === undefined || !os.includes(process.platform)) return false;
  return (cpu ?? [process.arch]).includes(process.arch) && (libc === undefined || libc.includes(ownLibc()));
}

let libc;

function ownLibc() {
  // Otherwise it would look up the names of the machine's addresses.
  process.report.excludeNetwork = true;
  libc ??= process.report.getReport().header.glibcVersionRuntime === undefined ? "musl" : "glibc";
  return libc;
}

/** Empty when the file is missing or cannot be read. */
function packages(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
  } catch {
    return {};
  }
}

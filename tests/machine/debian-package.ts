import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

let isUpdated = false;

/**
 * Says why it installs packages, and tries to. Does
 * nothing without packages or without apt-get.
 */
export function installDebianPackages(
  names: readonly string[],
  why: string,
): void {
  if (names.length === 0 || !existsSync("/usr/bin/apt-get")) return;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  console.log(`${why}; installing Debian's ${names.join(", ")} …`);
  const install = ["install", "-y", "--no-install-recommends", ...names];
  for (const words of isUpdated ? [install] : [["update"], install]) {
    const [command = "apt-get", ...args] = [...sudo, "apt-get", "-q", ...words];
    spawnSync(command, args, {
      stdio: ["ignore", "ignore", "inherit"],
      timeout: 600_000,
    });
  }
  isUpdated = true;
}

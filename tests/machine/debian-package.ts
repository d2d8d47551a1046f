import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Says that it installs packages, and tries to, if there are any and apt-get is here. */
export function installDebianPackages(names: readonly string[], why: string): void {
  if (names.length === 0 || !existsSync("/usr/bin/apt-get")) return;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  console.log(`${why}; installing Debian's ${names.join(", ")} …`);
  for (const words of [["update"], ["install", "-y", "--no-install-recommends", ...names]]) {
    const [command = "apt-get", ...args] = [...sudo, "apt-get", "-q", ...words];
    spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: 600_000 });
  }
}
